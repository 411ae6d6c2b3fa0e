import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres, type PostgresServer } from '../../src/store/postgres/start-postgres.fixture.ts'
import { balance, type Balancer, type LoggedExchange } from './balancer.ts'
import { presentUnanswered } from './present-unanswered.ts'
import { readAllChainBooks, type ChainTransfer } from './chain-books.ts'
import { checkReceipts } from './check-receipts.ts'
import type { FreeCallCounts } from './free-calls.ts'
import { createSeededRandom } from './seeded-random.ts'
import type { Instance, InstancesOptions } from './instances-options.ts'
import { killInstances, rollInstances, type Disturbances, type Targets } from './disturb-instances.ts'
import { openFaultyWorld, type FaultyWorld } from './faulty-world.ts'
import { judge, type Violation } from './judge.ts'
import { judgeCounts, type Counts } from './judge-counts.ts'
import { postgresLedger, type LedgerBooks } from './ledger-books.ts'
import type { LoadContext } from './load.ts'
import { fundWallets } from './payer-wallets.ts'
import { runPayer } from './payer.ts'
import type { Purchase } from './purchase.ts'
import { offersOf } from './service-settings.ts'
import { startInstances } from './start-instances.ts'
import { until } from './until.ts'
import { writeLogs } from './write-logs.ts'

export interface InstancesResult {
  readonly options: Omit<InstancesOptions, 'report'>
  readonly purchases: readonly Purchase[]
  readonly exchanges: readonly LoggedExchange[]
  /** Calls that had to wait because no instance was ready. */
  readonly waited: number
  readonly disturbances: Disturbances
  /** How long payers began new purchases. */
  readonly loadMs: number
  readonly instances: readonly Pick<Instance, 'name' | 'kills' | 'startMs' | 'failedStarts'>[]
  /** Share of the time under load in which each was ready, averaged. */
  readonly readyShare: number
  readonly ledger: LedgerBooks
  readonly transfers: readonly ChainTransfer[]
  readonly networks: readonly { readonly id: string; readonly slug: string }[]
  readonly counts: Counts
  /** Number of payments that were refused, then paid on chain, and answered when presented again. */
  readonly answeredLate: number
  readonly violations: readonly Violation[]
  /** Problems that belong to no single payment, for example that an instance ended unexpectedly or never finished its work. */
  readonly complaints: readonly string[]
  /** Directory of the logs; kept when something is wrong. */
  readonly directory: string
}

/** How long all payments may take to end after the last fault. */
const settleMs = 120_000
const limits: FreeCallCounts['limits'] = { quota: 10, freeCalls: 5 }

/** A whole run: chains, PostgreSQL, instances that share it, payers, faults for some seconds, then no faults, then the comparison of the books. */
export async function runInstances(options: InstancesOptions): Promise<InstancesResult> {
  const directory = await mkdtemp(join(tmpdir(), 'farthing-instances-'))
  const random = createSeededRandom(options.seed)
  const world = await openFaultyWorld(join(directory, 'world'), random.fork('world'))
  const instances: Instance[] = []
  let postgres: PostgresServer | null = null
  let balancer: Balancer | null = null
  try {
    postgres = await startPostgres()
    const database = await postgres.createDatabase()
    await startInstances(options, { directory, world, database, random, limits }, instances)
    balancer = balance(instances, random.fork('balancer'))
    return await runUnderLoad(options, { directory, world, postgres, database, instances, balancer, random })
  } finally {
    await balancer?.stop()
    await Promise.all(instances.map((instance) => instance.stop().catch(() => {})))
    await postgres?.[Symbol.asyncDispose]()
    await world.close()
    await rm(join(directory, 'world'), { recursive: true, force: true })
  }
}

interface RunParts extends Targets {
  readonly directory: string
  readonly world: FaultyWorld
  readonly database: string
}

async function runUnderLoad(options: InstancesOptions, runParts: RunParts): Promise<InstancesResult> {
  const { seconds, payers, report } = options
  const { directory, world, instances, balancer, database, random } = runParts
  const wallets = await fundWallets(world, {
    rich: payers * Math.ceil(2 + seconds / 40),
    poor: Math.ceil(payers * (1 + seconds / 180)),
    fresh: Math.ceil(payers * (1 + seconds / 40)),
  })
  const purchases: Purchase[] = []
  const counted: FreeCallCounts = { limits, quotaClients: [], firstCalls: [] }
  let closed = false
  let deadline = Infinity
  const load: LoadContext = {
    world,
    wallets,
    entryPoint: balancer,
    purchases,
    offers: offersOf(false),
    counted,
    open: () => !closed,
    mayContinue: () => performance.now() < deadline,
  }
  const telling = setInterval(() => {
    const answered = purchases.filter(({ state }) => state === 'answered').length
    report(`${purchases.length} purchases, ${answered} answered, ${balancer.exchanges.length} calls`)
  }, 15_000)
  const buying = Promise.all(Array.from({ length: payers }, (_, number) => runPayer(load, number, random.fork(`payer ${number}`))))
  const began = performance.now()
  const disturb = options.rolling ? rollInstances : killInstances
  const disturbances = await disturb(options, { ...runParts, random: random.fork('disturbances') })
  closed = true
  const loadMs = performance.now() - began
  clearInterval(telling)
  const readyShare = instances.reduce((sum, instance) => sum + instance.readyShare, 0) / instances.length
  deadline = performance.now() + settleMs
  await buying
  // Calls after this point are not part of the load.
  const exchanges = [...balancer.exchanges]
  await Promise.all(instances.map((instance) => instance.ready()))
  const complaints: string[] = [...disturbances.complaints]
  const reader = postgresLedger(database)
  const rested = await until(async () => (await reader.unfinished()) === 0, settleMs)
  if (!rested) complaints.push(`${await reader.unfinished()} payments were still unfinished ${settleMs / 1000} s after the load had ended`)
  await Promise.all(world.chains.map((chain) => chain.mine(12)))
  await sleep(8_000)
  const answeredLate = await presentUnanswered(load, await readAllChainBooks(world))
  complaints.push(...(await checkReceipts(instances[0]!.url, purchases)))
  for (const { name, crashes } of instances) complaints.push(...crashes.map((how) => `${name} ended unexpectedly: ${how}`))
  for (const instance of instances) {
    const how = await instance.stop()
    if (how !== 'code 0') complaints.push(`${instance.name} did not end cleanly: ${how}`)
  }
  writeLogs(directory, disturbances.events, purchases)
  const ledger = await reader.books()
  const transfers = await readAllChainBooks(world)
  const reversed = ledger.rows.filter(({ state }) => state === 'reversed').length
  if (reversed > 0) complaints.push(`${reversed} payments were reversed, and nothing was reorganised`)
  const unfounded = ledger.rows.filter(({ state, reason }) => state === 'uncharged' && reason !== 'too_little_observed')
  if (unfounded.length > 0) complaints.push(`${unfounded.length} payments were not charged: ${unfounded[0]?.reason}`)
  const { report: _, ...reported } = options
  return {
    options: reported,
    purchases,
    exchanges,
    waited: balancer.waited,
    disturbances,
    loadMs,
    instances,
    readyShare,
    ledger,
    transfers,
    networks: world.chains.map(({ network: { id, slug } }) => ({ id, slug })),
    counts: judgeCounts({ purchases, transfers, ledger, counted }),
    answeredLate,
    violations: judge({ purchases, rows: ledger.rows, transfers }),
    complaints,
    directory,
  }
}
