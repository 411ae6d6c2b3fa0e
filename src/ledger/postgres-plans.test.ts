import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPostgresStore } from '../store/postgres/open-postgres-store.ts'
import { startPostgres, type PostgresServer } from '../store/postgres/start-postgres.fixture.ts'
import { preparedOf } from '../store/postgres/statement.ts'
import { systemParts } from '../store/postgres/store.fixture.ts'
import { plansByIndex } from '../store/postgres/transaction-frame.ts'
import type { Query } from '../store/store.ts'
import { adopt } from './payments/adopt.ts'
import { findAnswer } from './answers/answer.ts'
import { archive } from './housekeeping/archive.ts'
import { claimTransfer } from './payments/claims/claim-transfer.ts'
import { claim } from './payments/claims/claim.ts'
import { barredUntil } from './payments/bar-payer.ts'
import { closeSlot } from './slots/close-slot.ts'
import { highestNonce } from './slots/highest-nonce.ts'
import { openSlots, slotAt } from './slots/open-slots.ts'
import { payerHistory } from './payments/payer-history.ts'
import { pricesSince, recordPrices } from './housekeeping/record-prices.ts'
import { expireAnswers, expireCounters, unreferencedFiles } from './housekeeping/expire.ts'
import { extendLease } from './payments/extend-lease.ts'
import { finalize } from './payments/finalize.ts'
import { find, findByCredential, findByIdentity, hotByIdentity } from './payments/find.ts'
import { freeLeases } from './leases/free-leases.ts'
import { takeLease } from './leases/take-lease.ts'
import { orphans } from './payments/orphans.ts'
import { payersSince } from './payments/payers-since.ts'
import { ipv6Pools, quotaLeft, returnQuota, takeQuota } from './quotas/quota.ts'
import { recordTransaction } from './slots/record-transaction.ts'
import { creditFigures } from './refunds/credit-figures.ts'
import { refuse } from './payments/refuse.ts'
import { release } from './payments/release.ts'
import { reverse } from './payments/reverse.ts'
import { serve } from './payments/serve.ts'
import { settle } from './payments/settle.ts'
import { uncharge } from './payments/uncharge.ts'
import { notFinal } from './payments/not-final.ts'
import { unsettle } from './payments/unsettle.ts'
import { refusedStillValid } from './payments/refused-still-valid.ts'

/** Tables that have, or may come to have, a row for every payment, payer or client address. */
const large = new Set(
  `payments payments_archive identities identities_archive payment_keys paying_wallets free_grants free_calls quotas uncharged_runs answers slots
  slot_payments transactions turns payer_history barred audit prices`.split(/\s+/),
)

let server: PostgresServer
let client: pg.Client
beforeAll(async () => {
  server = await startPostgres()
  const url = await server.createDatabase()
  await (await openPostgresStore({ ...systemParts, url })).close()
  client = new pg.Client(url)
  await client.connect()
  for (const [name, value] of Object.entries(plansByIndex)) await client.query(`SET ${name} = ${value}`)
})
afterAll(async () => {
  await client.end()
  await server[Symbol.asyncDispose]()
})

/**
 * The large tables that the plan reads from end to end, or through all of an index that is not about a few of its rows. It is
 * the plan of a new database, since that is the one which connections keep.
 */
async function readWhole({ name, postgres }: Query<never, unknown>): Promise<string[]> {
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN (GENERIC_PLAN, COSTS OFF) ${preparedOf(postgres!, name).text}`)
  const lines = rows.map((row) => row['QUERY PLAN'])
  return lines.flatMap((line, index) => {
    const table = /Seq Scan on (\w+)/.exec(line)?.[1] ?? (lines[index + 1]?.includes('Index Cond') ? undefined : walked(line))
    return table !== undefined && large.has(table) ? [table] : []
  })
}

/** What is unfinished is few, whatever else there is, and so are payments that were settled first. */
const short = new Set(['payments_lease', 'payments_settled_first'])

function walked(line: string): string | undefined {
  const [, index, table] = /Index (?:Only )?Scan(?: Backward)? using (\w+) on (\w+)/.exec(line) ?? []
  return index === undefined || short.has(index) ? undefined : table
}

test.each([
  claim,
  claimTransfer,
  serve,
  release,
  uncharge,
  settle,
  refuse,
  unsettle,
  reverse,
  finalize,
  recordTransaction,
  extendLease,
  adopt,
  orphans,
  takeLease,
  freeLeases,
  notFinal,
  refusedStillValid,
  find,
  findByCredential,
  findByIdentity,
  hotByIdentity,
  findAnswer,
  payersSince,
  takeQuota,
  archive,
  expireAnswers,
  expireCounters,
  unreferencedFiles,
  openSlots,
  slotAt,
  closeSlot,
  highestNonce,
  returnQuota,
  quotaLeft,
  ipv6Pools,
  recordPrices,
  pricesSince,
  barredUntil,
  payerHistory,
  creditFigures,
] as Query<never, unknown>[])('$name reads no large table from end to end', async (unit) => {
  expect(await readWhole(unit)).toEqual([])
})

test('the check finds a plan that does', async () => {
  const sqlite = () => []
  const text = 'SELECT id FROM payments WHERE client = :client'
  const values = () => ({ client: '' })
  expect(await readWhole({ name: 'slow', sqlite, postgres: { text, values, result: () => [] } })).toEqual(['payments'])
})

test('no index names the state of a payment, so that its steps are updates in place', async () => {
  const { rows } = await client.query<{ indexdef: string }>(`SELECT indexdef FROM pg_indexes WHERE tablename = 'payments'`)
  expect(rows.length).toBeGreaterThan(5)
  expect(rows.filter(({ indexdef }) => /\bstate\b/.test(indexdef))).toEqual([])
})
