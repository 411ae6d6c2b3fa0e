import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { createAnswerFiles } from '../../src/ledger/answers/answer-files.ts'
import { createLedger } from '../../src/ledger/create-ledger.ts'
import type { Ledger } from '../../src/ledger/ledger.ts'
import { payTo } from '../harness/start-farthing.ts'
import type { Payment } from '../../src/ledger/payments/payment.ts'
import { toHex, type Hex } from '../../src/shared/bytes.ts'
import { openPostgresStore } from '../../src/store/postgres/open-postgres-store.ts'
import { systemParts } from '../../src/store/postgres/store.fixture.ts'
import { databaseCounters, since, sizeOf, type DatabaseCounters } from '../harness/database-counters.ts'
import { startDurablePostgres } from '../harness/durable-postgres.ts'
import { freshClaim } from '../harness/fresh-claim.ts'
import { figure, type Row, type Subject } from '../harness/subject.ts'
import { temporaryDirectory } from '../harness/temporary-directory.ts'
import { paidOn } from '../harness/x402-payments.ts'

const sizes = {
  full: { purchases: 10_000, archived: 200_000 },
  quick: { purchases: 2_000, archived: 20_000 },
  smoke: { purchases: 100, archived: 100 },
}
const inFlight = 64
/** Payments in one transaction on chain. */
const settledTogether = 50
/** Purchases between two checkpoints, in phases with checkpoints: five minutes at 300,000 a day. */
const betweenCheckpoints = 1_000
const payers = Array.from({ length: 1_000 }, () => toHex(randomBytes(20)))
const answer = { status: 200, contentType: 'application/json', body: Buffer.alloc(631, 'x') }
const hour = 3_600_000
const hot = ['payments', 'identities', 'turns', 'paying_wallets']
const kept = ['answers']
const log = ['transactions', 'slots', 'slot_payments']
const archives = ['payments_archive', 'identities_archive', 'payer_history', 'archived_totals', 'archived_days']

/** The load of a million paid calls on the database, from the ledger's own units. */
export const databaseLoad: Subject = {
  name: 'database-load',
  title: 'The load of a paid call on PostgreSQL',
  async run(effort) {
    const { purchases, archived } = sizes[effort]
    await using opened = new AsyncDisposableStack()
    const directory = opened.use(temporaryDirectory())
    const server = opened.use(
      await startDurablePostgres([
        'shared_preload_libraries=pg_stat_statements',
        'autovacuum=off',
        'checkpoint_timeout=1h',
        'max_wal_size=16GB',
      ]),
    )
    const url = await server.createDatabase()
    const answerFiles = createAnswerFiles(join(directory.path, 'answers'))
    // A session reports its work when it ends, or after ten idle seconds.
    const withLedger = async (run: (ledger: Ledger) => Promise<void>) => {
      const ledger = createLedger({ store: await openPostgresStore({ ...systemParts, url }), answerFiles })
      await run(ledger)
      await ledger.close()
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
    const client = opened.adopt(new pg.Client(url), (one) => one.end())
    await client.connect()
    await client.query('CREATE EXTENSION pg_stat_statements')
    await withLedger((ledger) => sell(ledger, 200))
    await fillArchive(client, archived)

    const phases: Row[] = []
    const phase = async (name: string, run: (ledger: Ledger) => Promise<void>) => {
      const [before, cpu] = [await databaseCounters(client), server.cpuMicros()]
      await withLedger(run)
      phases.push(rowOf(name, since(await databaseCounters(client), before), server.cpuMicros() - cpu, purchases))
    }
    const checkpoint = async () => void (await client.query('CHECKPOINT'))
    await checkpoint()
    await phase('sold, without checkpoints', (ledger) => sell(ledger, purchases))
    const hotSize = await perPayment(client, hot, purchases)
    const keptSize = await perPayment(client, kept, purchases)
    const logSize = await perPayment(client, log, purchases)
    const expired = BigInt(Math.floor((Date.now() + 2 * hour) / 1000))
    await checkpoint()
    await phase('archived, without checkpoints', (ledger) => archive(ledger, purchases, expired))
    await phase(`sold, a checkpoint every ${betweenCheckpoints}`, async (ledger) => {
      for (let done = 0; done < purchases; done += betweenCheckpoints) {
        await sell(ledger, Math.min(betweenCheckpoints, purchases - done))
        await checkpoint()
      }
    })
    const before = await sizeOf(client, archives)
    await phase(`archived, a checkpoint every ${betweenCheckpoints}`, async (ledger) => {
      for (let done = 0; done < purchases; done += betweenCheckpoints) {
        await archive(ledger, Math.min(betweenCheckpoints, purchases - done), expired)
        await checkpoint()
      }
    })
    const after = await sizeOf(client, archives)
    await phase(
      'answers dropped after their day',
      async (ledger) => void (await ledger.expire({ now: Date.now() + 48 * hour, limit: 10 * purchases })),
    )
    return {
      rows: phases,
      targets: [],
      notes: [
        `All figures are per purchase. A purchase is a claim, a serve, and a share of record, settle, close and finalize for ${settledTogether} payments together; ${purchases.toLocaleString('en')} of them for each line, ${inFlight} at a time, ${payers.length} payers, answers of ${answer.body.length} bytes, over an archive of ${archived.toLocaleString('en')}. After a checkpoint the first change of a page writes the whole page to the log.`,
        `Bytes on the disk for a payment, rows and indexes: hot ${hotSize}, the answer ${keptSize}, its share of the log of transactions ${logSize}, archived ${bytes(after.rows - before.rows, purchases)} and ${bytes(after.indexes - before.indexes, purchases)}.`,
      ],
    }
  },
}

async function sell(ledger: Ledger, count: number): Promise<void> {
  let begun = 0
  let served: Payment[] = []
  const ending: Promise<void>[] = []
  const buyer = async () => {
    while (begun < count) {
      const input = freshClaim(payers[begun++ % payers.length])
      const claim = await ledger.claim(input)
      if (claim.result !== 'claimed') throw new Error(`a claim ended as ${claim.result}`)
      const { id, epoch } = claim.payment
      const sold = await ledger.serve({ id, epoch, at: Date.now(), answer, claimed: claim.payment })
      served.push(sold!)
      if (served.length < settledTogether) continue
      ending.push(settle(ledger, served))
      served = []
    }
  }
  await Promise.all(Array.from({ length: inFlight }, buyer))
  if (served.length > 0) ending.push(settle(ledger, served))
  await Promise.all(ending)
}

let nonce = 0
const signer: Hex = payTo

async function settle(ledger: Ledger, payments: readonly Payment[]): Promise<void> {
  const slot = { network: paidOn, signer, nonce: nonce++ }
  const ids = payments.map(({ id }) => id)
  const at = Date.now()
  const hash = toHex(randomBytes(32))
  const signed = { hash, raw: toHex(randomBytes(300 + 260 * ids.length)), maxFeePerGas: 1n, maxPriorityFeePerGas: 1n, storedAt: at }
  await ledger.recordTransaction({ ...slot, transaction: signed, payments: ids, at })
  const block = { transaction: hash, blockNumber: 1n, blockHash: toHex(randomBytes(32)) }
  await ledger.settle(ids.map((id, index) => ({ id, ...block, logIndex: index, occurrence: index, at })))
  await ledger.closeSlot({ ...slot, state: 'mined', gasGwei: 1n, day: '2026-11-21' })
  await ledger.finalize({ ids })
}

async function archive(ledger: Ledger, limit: number, expiredBefore: bigint): Promise<void> {
  const moved = await ledger.archive({ expiredBefore, limit })
  if (moved !== limit) throw new Error(`${moved} of ${limit} payments moved to the archive`)
}

/** As many earlier payments, so that new keys fall on pages that are in use. */
async function fillArchive(client: pg.ClientBase, rows: number): Promise<void> {
  await client.query(
    `WITH fresh AS (
      SELECT lpad(to_hex(number), 32, '0') AS id, '0x' || encode(sha256(('n' || number)::bytea), 'hex') AS nonce,
        encode(sha256(('c' || number)::bytea), 'hex') AS credential FROM generate_series(1, $1::int) AS number
    ), keys AS (
      INSERT INTO identities_archive (identity, payment_id)
      SELECT 'a:' || substr(nonce, 3, 43), id FROM fresh UNION ALL SELECT 't:' || substr(credential, 1, 43), id FROM fresh
    ) INSERT INTO payments_archive SELECT f.id, m.state, m.epoch, m.offer_id, m.fingerprint, m.protocol, m.network, m.asset, m.payer, m.pay_to, m.amount,
        f.nonce, m.valid_after, m.valid_before, m.signature, f.credential, m.client, m.keys, m.free, m.instance, m.lease_until, m.claimed_at,
        m.served_at, m.settled_at, m.reason, m.claim_block, m.transaction_hash, m.block_number, m.block_hash, m.log_index, m.final, m.bound, m.theft
      FROM fresh f, (SELECT * FROM payments LIMIT 1) m`,
    [rows],
  )
}

function rowOf(name: string, done: DatabaseCounters, cpuMicros: number, purchases: number): Row {
  const each = (value: number) => figure(value / purchases)
  return {
    what: name,
    statements: each(done.statements),
    commits: each(done.commits),
    'rows inserted': each(done.inserted),
    updated: `${each(done.updated)} (${each(done.updatedInPlace)} in place)`,
    deleted: each(done.deleted),
    'log bytes': each(done.walBytes),
    'whole pages in it': each(done.walPages),
    'CPU µs': each(cpuMicros),
  }
}

async function perPayment(client: pg.ClientBase, tables: readonly string[], purchases: number): Promise<string> {
  const { rows, indexes } = await sizeOf(client, tables)
  return `${bytes(rows, purchases)} and ${bytes(indexes, purchases)}`
}

function bytes(total: number, purchases: number): string {
  return Math.round(total / purchases).toLocaleString('en')
}
