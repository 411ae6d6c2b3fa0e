import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readAllChainBooks, type ChainTransfer } from './chain-books.ts'
import { createSeededRandom } from './seeded-random.ts'
import { presentUnanswered } from './present-unanswered.ts'
import { entryPointOf } from './entry-point.ts'
import { openFaultyWorld } from './faulty-world.ts'
import { judge, type Violation } from './judge.ts'
import { sqliteLedger, type LedgerBooks } from './ledger-books.ts'
import { createOwnTransfers } from './resend-own-transfers.ts'
import { fundWallets } from './payer-wallets.ts'
import type { LoadContext } from './load.ts'
import { runPayer } from './payer.ts'
import type { Purchase } from './purchase.ts'
import { checkReceipts } from './check-receipts.ts'
import { freePort, offersOf, serviceEnvironment } from './service-settings.ts'
import { openSmallDisk, type SmallDisk } from './small-disk.ts'
import { superviseService, type SupervisedService } from './supervised-service.ts'
import { injectFaults, type FaultLog } from './inject-faults.ts'
import { until } from './until.ts'
import { writeLogs } from './write-logs.ts'

export interface FaultsOptions {
  readonly minutes: number
  readonly payers: number
  readonly seed: number
  /** Runs the service as in production, with its own keys and nodes, instead of one that joined a sandbox. */
  readonly live: boolean
  /** Receives progress messages. */
  readonly report: (text: string) => void
}

export interface FaultsResult {
  readonly options: Omit<FaultsOptions, 'report'>
  readonly purchases: readonly Purchase[]
  readonly ledger: LedgerBooks
  readonly transfers: readonly ChainTransfer[]
  readonly faults: FaultLog
  readonly world: { readonly networks: readonly { readonly id: string; readonly slug: string }[] }
  readonly faultyRequests: Readonly<Record<string, number>>
  readonly service: Pick<SupervisedService, 'kills' | 'failedStarts' | 'crashes' | 'startMs'>
  readonly disk: SmallDisk['kind']
  /** Share of the time under faults in which the service was ready. */
  readonly readyShare: number
  /** Number of payments that were refused, then paid on chain, and answered when presented again. */
  readonly answeredLate: number
  readonly violations: readonly Violation[]
  /** Problems that belong to no single payment, for example that the service ended unexpectedly or never finished its work. */
  readonly complaints: readonly string[]
  /** Directory of the service's log; kept when something is wrong. */
  readonly directory: string
}

/** How long all payments may take to end after the last fault. */
const settleMs = 120_000
/** How far the clock is set forward at the end: past every authorization window, and past the finality of the slowest chain. */
const beyondMs = 30 * 60_000

/** A whole run: a world with a service, payers, faults for some minutes, then no faults, then the comparison of the books. */
export async function runFaults(options: FaultsOptions): Promise<FaultsResult> {
  const { minutes, payers, seed, live, report } = options
  const random = createSeededRandom(seed)
  const directory = await mkdtemp(join(tmpdir(), 'farthing-faults-'))
  const world = await openFaultyWorld(join(directory, 'world'), random.fork('world'))
  const disk = openSmallDisk(join(directory, 'disk'))
  let service: SupervisedService | null = null
  try {
    report(`chains ${world.chains.map(({ network }) => network.slug).join(', ')}; ${disk.kind} for the full disk; seed ${seed}`)
    const rich = payers * Math.ceil(2 + minutes * 1.5)
    const wallets = await fundWallets(world, { rich, poor: Math.ceil(payers * (1 + minutes / 3)) })
    const dataDir = join(disk.directory, 'data')
    const supervised = superviseService({
      port: await freePort(),
      directory,
      env: { DATA_DIR: dataDir, ...serviceEnvironment(world, live) },
      pauseMs: () => random.whole(0, 500),
    })
    service = supervised
    await supervised.ready()
    const purchases: Purchase[] = []
    const loadEndsAt = performance.now() + minutes * 60_000
    let deadline = Infinity
    const load: LoadContext = {
      world,
      wallets,
      entryPoint: entryPointOf(supervised.url),
      purchases,
      offers: offersOf(live),
      open: () => performance.now() < loadEndsAt,
      mayContinue: () => performance.now() < deadline,
    }
    const buying = Promise.all(Array.from({ length: payers }, (_, number) => runPayer(load, number, random.fork(`payer ${number}`))))
    const faults = injectFaults({ world, service: supervised, disk, transfers: createOwnTransfers(purchases) }, random)
    while (load.open()) {
      await sleep(Math.min(15_000, Math.max(0, loadEndsAt - performance.now())))
      const answered = purchases.filter(({ state }) => state === 'answered').length
      report(
        `${purchases.length} purchases, ${answered} answered, ${supervised.kills} kills, ${faults.log.reorganisations} reorganisations`,
      )
    }
    const { readyShare } = supervised
    await faults.stop()
    deadline = performance.now() + settleMs
    await buying
    const complaints: string[] = []
    await supervised.ready()
    const reader = sqliteLedger(join(dataDir, 'farthing.db'))
    const rested = await until(async () => (await reader.unfinished()) === 0, settleMs)
    if (!rested) complaints.push(`${await reader.unfinished()} payments were still unfinished ${settleMs / 1000} s after the last fault`)
    await Promise.all(world.chains.map((chain) => chain.mine(12)))
    // A new process reads everything that is not final. Then every window closes, and losses are booked.
    supervised.kill()
    await sleep(500)
    await supervised.ready()
    await sleep(8_000)
    const answeredLate = await presentUnanswered(load, await readAllChainBooks(world))
    supervised.stepClock(beyondMs)
    await sleep(10_000)
    supervised.stepClock(0)
    complaints.push(...(await checkReceipts(supervised.url, purchases)))
    complaints.push(...supervised.crashes.map((how) => `the service ended unexpectedly: ${how}`))
    const how = await supervised.stop()
    if (how !== 'code 0') complaints.push(`the service did not end cleanly: ${how}`)
    writeLogs(directory, faults.log.events, purchases)
    const ledger = await reader.books()
    const transfers = await readAllChainBooks(world)
    const violations = judge({ purchases, rows: ledger.rows, transfers })
    return {
      options: { minutes, payers, seed, live },
      purchases,
      ledger,
      transfers,
      faults: faults.log,
      world: { networks: world.chains.map(({ network: { id, slug } }) => ({ id, slug })) },
      faultyRequests: sum(world.chains.map(({ proxy }) => proxy.faultyRequests)),
      service: supervised,
      disk: disk.kind,
      readyShare,
      answeredLate,
      violations,
      complaints,
      directory,
    }
  } finally {
    await service?.stop().catch(() => {})
    await world.close()
    disk.close()
    await rm(join(directory, 'world'), { recursive: true, force: true })
  }
}

function sum(all: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const total: Record<string, number> = {}
  for (const one of all) for (const [name, count] of Object.entries(one)) total[name] = (total[name] ?? 0) + count
  return total
}
