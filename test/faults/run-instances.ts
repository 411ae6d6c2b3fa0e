import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres, type PostgresServer } from '../../src/store/postgres/start-postgres.fixture.ts'
import { balance, type Balancer, type LoggedExchange } from './balancer.ts'
import { bringAgain } from './bring-again.ts'
import { readAllChainBooks, type ChainTransfer } from './chain-books.ts'
import { checkReceipts } from './check-receipts.ts'
import type { Counted } from './counted.ts'
import { createDice } from './dice.ts'
import type { Instance, InstancesOptions } from './instances-options.ts'
import { killInstances, rollInstances, type Disturbances, type Targets } from './disturb-instances.ts'
import { openFaultyWorld, type FaultyWorld } from './faulty-world.ts'
import { judge, type Violation } from './judge.ts'
import { judgeCounts, type Counts } from './judge-counts.ts'
import { postgresLedger, type LedgerBooks } from './ledger-books.ts'
import type { Market } from './market.ts'
import { fundWallets } from './payer-wallets.ts'
import { runPayer } from './payer.ts'
import type { Purchase } from './purchase.ts'
import { offersOf } from './service-settings.ts'
import { startInstances } from './start-instances.ts'
import { until } from './until.ts'
import { writeLogs } from './write-logs.ts'

export interface InstancesResult {
  readonly options: Omit<InstancesOptions, 'tell'>
  readonly purchases: readonly Purchase[]
  readonly exchanges: readonly LoggedExchange[]
  /** Calls that found no instance ready, and waited for one. */
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
  /** Payments that were refused, then paid on chain, and got their answer when they were brought again. */
  readonly answeredLate: number
  readonly violations: readonly Violation[]
  /** What does not speak of one payment: an instance ended by itself, or would not come to rest. */
  readonly complaints: readonly string[]
  /** Where the logs are; kept when something is wrong. */
  readonly directory: string
}

/** How long everything may take to come to its end once the disturbances have. */
const settleMs = 120_000
const limits: Counted['limits'] = { quota: 10, freeCalls: 5 }

/** A whole run: chains, PostgreSQL, instances that share it, payers, disturbances for so many seconds, then peace, then the books. */
export async function runInstances(options: InstancesOptions): Promise<InstancesResult> {
  const directory = await mkdtemp(join(tmpdir(), 'farthing-instances-'))
  const dice = createDice(options.seed)
  const world = await openFaultyWorld(join(directory, 'world'), dice.fork('world'))
  const instances: Instance[] = []
  let postgres: PostgresServer | null = null
  let balancer: Balancer | null = null
  try {
    postgres = await startPostgres()
    const database = await postgres.createDatabase()
    await startInstances(options, { directory, world, database, dice, limits }, instances)
    balancer = balance(instances, dice.fork('balancer'))
    return await runUnderLoad(options, { directory, world, postgres, database, instances, balancer, dice })
  } finally {
    await balancer?.stop()
    await Promise.all(instances.map((instance) => instance.stop().catch(() => {})))
    await postgres?.[Symbol.asyncDispose]()
    await world.close()
    await rm(join(directory, 'world'), { recursive: true, force: true })
  }
}

interface Stand extends Targets {
  readonly directory: string
  readonly world: FaultyWorld
  readonly database: string
}

async function runUnderLoad(options: InstancesOptions, stand: Stand): Promise<InstancesResult> {
  const { seconds, payers, tell } = options
  const { directory, world, instances, balancer, database, dice } = stand
  const wallets = await fundWallets(world, {
    rich: payers * Math.ceil(2 + seconds / 40),
    poor: Math.ceil(payers * (1 + seconds / 180)),
    fresh: Math.ceil(payers * (1 + seconds / 40)),
  })
  const purchases: Purchase[] = []
  const counted: Counted = { limits, quotaClients: [], debuts: [] }
  let closed = false
  let deadline = Infinity
  const market: Market = {
    world,
    wallets,
    door: balancer,
    purchases,
    offers: offersOf(false),
    counted,
    open: () => !closed,
    goesOn: () => performance.now() < deadline,
  }
  const telling = setInterval(() => {
    const answered = purchases.filter(({ state }) => state === 'answered').length
    tell(`${purchases.length} purchases, ${answered} answered, ${balancer.exchanges.length} calls`)
  }, 15_000)
  const buying = Promise.all(Array.from({ length: payers }, (_, number) => runPayer(market, number, dice.fork(`payer ${number}`))))
  const began = performance.now()
  const disturb = options.rolling ? rollInstances : killInstances
  const disturbances = await disturb(options, { ...stand, dice: dice.fork('disturbances') })
  closed = true
  const loadMs = performance.now() - began
  clearInterval(telling)
  const readyShare = instances.reduce((sum, instance) => sum + instance.readyShare, 0) / instances.length
  deadline = performance.now() + settleMs
  await buying
  // What follows is not part of the load.
  const exchanges = [...balancer.exchanges]
  await Promise.all(instances.map((instance) => instance.ready()))
  const complaints: string[] = [...disturbances.complaints]
  const reader = postgresLedger(database)
  const rested = await until(async () => (await reader.unfinished()) === 0, settleMs)
  if (!rested) complaints.push(`${await reader.unfinished()} payments were still unfinished ${settleMs / 1000} s after the load had ended`)
  await Promise.all(world.chains.map((chain) => chain.mine(12)))
  await sleep(8_000)
  const answeredLate = await bringAgain(market, await readAllChainBooks(world))
  complaints.push(...(await checkReceipts(instances[0]!.url, purchases)))
  for (const { name, crashes } of instances) complaints.push(...crashes.map((how) => `${name} ended by itself: ${how}`))
  for (const instance of instances) {
    const how = await instance.stop()
    if (how !== 'code 0') complaints.push(`${instance.name} did not end in order: ${how}`)
  }
  writeLogs(directory, disturbances.events, purchases)
  const ledger = await reader.books()
  const transfers = await readAllChainBooks(world)
  const reversed = ledger.rows.filter(({ state }) => state === 'reversed').length
  if (reversed > 0) complaints.push(`${reversed} payments were reversed, and nothing was reorganised`)
  const unfounded = ledger.rows.filter(({ state, reason }) => state === 'uncharged' && reason !== 'too_little_observed')
  if (unfounded.length > 0) complaints.push(`${unfounded.length} payments were not charged: ${unfounded[0]?.reason}`)
  const { tell: _, ...told } = options
  return {
    options: told,
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
