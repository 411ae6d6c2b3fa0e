import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createAnswerFiles } from '../../src/ledger/answers/answer-files.ts'
import { createLedger } from '../../src/ledger/create-ledger.ts'
import type { Ledger } from '../../src/ledger/ledger.ts'
import type { Payment } from '../../src/ledger/payments/payment.ts'
import { toHex } from '../../src/shared/bytes.ts'
import { systemParts } from '../../src/store/sqlite/store.fixture.ts'
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts'
import { archivedDirectory } from '../harness/build-archive.ts'
import { freshClaim } from '../harness/fresh-claim.ts'
import { percentile, spreadOf } from '../harness/statistics.ts'
import { atMost, figure, type Subject } from '../harness/subject.ts'
import { temporaryDirectory } from '../harness/temporary-directory.ts'

const sizes = {
  full: { archived: 10_000_000, rounds: 7, claims: 4_000 },
  quick: { archived: 200_000, rounds: 3, claims: 2_000 },
  smoke: { archived: 1_000, rounds: 1, claims: 64 },
}
const together = 64
const hour = 3_600_000

/** A claim with its look-ups, over a small ledger and over one with a large archive; alone, and while the archive grows. */
export const archive: Subject = {
  name: 'archive',
  title: 'Claims over an archive',
  async run(effort) {
    const { archived, rounds, claims } = sizes[effort]
    using empty = temporaryDirectory()
    const places = [
      { name: 'none', directory: empty.path },
      { name: archived.toLocaleString('en'), directory: await archivedDirectory(archived) },
    ]
    forgetHot(places[1]!.directory)
    const contenders = await Promise.all(
      places.map(async ({ name, directory }) => {
        const store = await openSqliteStore({ ...systemParts, directory })
        const ledger = createLedger({ store, answerFiles: createAnswerFiles(join(directory, 'answers')) })
        return { name, ledger, cpu: [] as number[], quiet: [] as number[], busy: [] as number[], moved: [] as number[] }
      }),
    )
    for (let round = 0; round <= rounds; round++) {
      for (const { ledger, cpu, quiet, busy, moved } of contenders) {
        const before = process.cpuUsage()
        const first = await claimAll(ledger, claims)
        const { user, system } = process.cpuUsage(before)
        await endAll(ledger, first.payments)
        const started = performance.now()
        const moving = ledger.archive({ expiredBefore: BigInt(Math.floor((Date.now() + 3 * hour) / 1000)), limit: claims })
        const second = await claimAll(ledger, claims)
        await moving
        moved.push((claims / (performance.now() - started)) * 1000)
        await endAll(ledger, second.payments)
        if (round === 0) continue
        cpu.push((user + system) / claims)
        quiet.push(...first.latencies)
        busy.push(...second.latencies)
      }
    }
    for (const { ledger } of contenders) await ledger.close()
    if (effort === 'smoke') rmSync(places[1]!.directory, { recursive: true })
    const [none, many] = contenders.map(({ cpu }) => spreadOf(cpu).median)
    return {
      rows: contenders.map(({ name, cpu, quiet, busy }) => ({
        archived: name,
        'CPU µs per claim': figure(spreadOf(cpu).median),
        'min to max': `${figure(spreadOf(cpu).min)} to ${figure(spreadOf(cpu).max)}`,
        'p50 ms': figure(percentile(quiet, 50)),
        'p99 ms': figure(percentile(quiet, 99)),
        'longest ms': figure(Math.max(...quiet)),
        'p99 ms while archiving': figure(percentile(busy, 99)),
        'longest ms while archiving': figure(Math.max(...busy)),
      })),
      targets: [atMost(`CPU of a claim over ${archived.toLocaleString('en')} archived payments, in that over none`, many! / none!, 1.3)],
      notes: [
        `${rounds} rounds of ${claims} claims, ${together} at a time. "While archiving": as many earlier payments move into the archive at the same time.`,
      ],
    }
  },
}

/** An earlier run may have left payments in the hot table. */
function forgetHot(directory: string): void {
  const database = new DatabaseSync(join(directory, 'farthing.db'))
  for (const table of ['payments', 'identities', 'answers', 'paying_wallets', 'payment_keys']) database.exec(`DELETE FROM ${table}`)
  database.close()
}

async function claimAll(ledger: Ledger, count: number): Promise<{ payments: Payment[]; latencies: number[] }> {
  const payments: Payment[] = []
  const latencies: number[] = []
  for (let done = 0; done < count; done += together) {
    await Promise.all(
      Array.from({ length: Math.min(together, count - done) }, async () => {
        const input = freshClaim()
        const started = performance.now()
        const claim = await ledger.claim(input)
        latencies.push(performance.now() - started)
        if (claim.result !== 'claimed') throw new Error(`a claim ended as ${claim.result}`)
        payments.push(claim.payment)
      }),
    )
  }
  return { payments, latencies }
}

const answer = { status: 200, contentType: 'application/json', body: Buffer.from('{}') }

/** Completes payments, so that they may move into the archive. */
async function endAll(ledger: Ledger, payments: readonly Payment[]): Promise<void> {
  const at = Date.now()
  await Promise.all(payments.map(({ id, epoch }) => ledger.serve({ id, epoch, at, answer })))
  const block = { transaction: toHex(randomBytes(32)), blockNumber: 1n, blockHash: toHex(randomBytes(32)) }
  await ledger.settle(payments.map(({ id }, index) => ({ id, ...block, logIndex: index, occurrence: index, at })))
  await ledger.finalize({ ids: payments.map(({ id }) => id) })
}
