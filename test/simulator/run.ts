import { networks } from '../../src/chain/networks.ts'
import type { Network } from '../../src/chain/chain.ts'
import type { Hex } from '../../src/shared/bytes.ts'
import { defaultPolicy } from '../../src/settler/policy.ts'
import { createSimulatedChain } from './chain/simulated-chain.ts'
import { checkBooks } from './invariants/check-books.ts'
import { chooseEarlyPayers } from './payers/early.ts'
import { chooseWatchers } from './payers/watchers.ts'
import { choosePayers } from './payers/choose-payers.ts'
import { honest } from './payers/honest.ts'
import type { Purchase } from './payers/purchase-record.ts'
import { insist } from './payers/purchase.ts'
import { createSeededRandom, type SeededRandom } from './world/seeded-random.ts'
import { instancesOf, type Instances } from './instance-count.ts'
import { createJobRuns } from './service/job-runs.ts'
import { stopAllButOne, killOneInstance } from './faults/kill-one-instance.ts'
import { ownDisk } from './database/own-disk.ts'
import { createService } from './service/service.ts'
import { openRefundWallet } from './service/open-refund-wallet.ts'
import { chooseSpending, grantFreshAllowance } from './service/spending.ts'
import { sharedDatabase } from './database/shared-database.ts'
import { runFaultPlans } from './faults/fault-plans.ts'
import { createScenario } from './world/scenario.ts'
import { createWatchFeed } from './world/watch-feed.ts'
import { createVirtualTime, type VirtualTime } from './world/virtual-time.ts'
import { newWallet } from './world/wallet.ts'
import { clearFaults, noFaults } from './faults/fault-profile.ts'
import type { WorldChain } from './world/payers-and-chains.ts'
import type { World } from './world/world.ts'

export interface RunResult {
  readonly seed: number
  /** Broken invariants; empty when all of them hold. */
  readonly violations: readonly string[]
  readonly scenario: readonly string[]
  readonly figures: Figures
}

/** Counts of what happened in a run. They show that the run tested something. */
export interface Figures {
  readonly steps: number
  readonly processRuns: number
  readonly purchases: number
  readonly answered: number
  readonly states: Readonly<Record<string, number>>
}

/** 2026-11-21T10:00:00Z: in the morning, so that no day ends during a run. */
const startMs = Date.UTC(2026, 10, 21, 10)
const busyMs = 60_000
/** After this time the last authorization has expired, and its effects are final. */
const quietMs = 460_000
const oneCoin = 10n ** 18n
const gwei = 10n ** 9n
/** Number of blocks that may be replaced. The settler waits for more where a node's tag says which block is final. */
const finalityDepth = 10

/** Runs one seed to its end, and compares the books with what happened. */
export async function run(seed: number, options: { readonly scenario: boolean; readonly instances?: Instances }): Promise<RunResult> {
  const random = createSeededRandom(seed)
  const time = createVirtualTime(startMs)
  const instances = instancesOf(seed, options.instances ?? 'mixed')
  const scenario = createScenario(() => time.clock.now(), startMs, { keep: options.scenario, several: instances > 1 })
  const faultProfile = noFaults()
  const chains = someNetworks(random.fork('networks')).map((network) => openChain(network, time))
  const payTo = newWallet(random.fork('payee')).address
  const signers = Array.from({ length: random.chance(0.3) ? 2 : 1 }, (_, index) => newWallet(random.fork(`signer-${index}`)))
  for (const { simulated } of chains) for (const { address } of signers) simulated.fundGas(address, oneCoin)
  const nodes = random.fork('nodes')
  const breaches: string[] = []
  const breach = (what: string) => void breaches.push(what)
  const spending = chooseSpending(random.fork('spending'))
  const chainOf = (id: string) => chains.find(({ network }) => network.id === id)!
  const database = instances > 1 ? sharedDatabase({ time, faultProfile, breach }) : null
  const runCount = { runs: 0, costly: 0 }
  const refundWallet = openRefundWallet(random.fork('refund-wallet'), chains)
  // Of a stream of its own, so that the other runs stay as they were.
  const early = random.fork('early').chance(0.4)
  const feed = createWatchFeed(random.fork('feed'), time.clock)
  const service = createService({
    time,
    random: random.fork('service'),
    faultProfile,
    scenario,
    instances,
    database: database ?? ownDisk({ time, faultProfile, scenario }),
    count: runCount,
    feed,
    leaseMs: random.fork('leases').pick([9_000, defaultPolicy.leaseMs]),
    jobRuns: createJobRuns(() => time.clock.now(), breach),
    // While no blocks are made, every node has caught up.
    chains: chains.map((chain) =>
      chain.simulated.node({
        behind: () => (faultProfile.nodesBehind > 0 && !chain.held ? nodes.between(0, faultProfile.nodesBehind) : 0),
      }),
    ),
    signerKeys: signers.map(({ privateKey }) => privateKey),
    payTo,
    spending,
    refundWallet,
    gasSpent: (id) => {
      const { simulated } = chainOf(id)
      return signers.reduce((wei, { address }) => wei + simulated.minedTransactionsOf(address).gasSpent, 0n)
    },
    isMined: (id, hash) => chainOf(id).simulated.outcomeOf(hash as Hex) !== null,
    isUsed: (id, payer, nonce) => chainOf(id).simulated.authorizationState(payer as Hex, nonce as Hex) !== 'unused',
    early,
    breach,
  })
  const mutable = { closing: false }
  const world: World = {
    time,
    random: random.fork('world'),
    chains,
    service,
    database,
    faultProfile,
    scenario,
    payTo,
    signers,
    payers: [],
    purchases: [],
    watches: [],
    feed,
    breaches,
    runCount,
    refundWallet: refundWallet?.address ?? null,
    unsettleable: new Set(),
    quotaAnswers: new Map(),
    quotaUnknown: new Map(),
    get closing() {
      return mutable.closing
    },
  }
  const unexpected: string[] = []
  const onUnhandled = (error: unknown) =>
    void unexpected.push(`unhandled: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  process.on('unhandledRejection', onUnhandled)
  const state = { ended: false, probes: [] as Purchase[] }
  const runScenario = async () => {
    service.start()
    for (const chain of chains) void mineOn(world, chain, random.fork(`miner-${chain.network.id}`))
    const faultPlans = runFaultPlans(world, startMs + busyMs)
    const cast = [...choosePayers(random.fork('cast')), ...(early ? chooseEarlyPayers(random.fork('early cast')) : [])]
    const payers = [...cast, ...chooseWatchers(random.fork('watchers'))].map((part) => part(world))
    await time.timers.sleep(busyMs)
    await faultPlans
    mutable.closing = true
    clearFaults(faultProfile)
    if (spending) grantFreshAllowance(spending)
    database?.back()
    for (const instance of service.instances) instance.thaw()
    service.start()
    scenario.record('world', 'all faults end')
    const fewer = instances > 1 ? killOneInstance(world).then(() => stopAllButOne(world)) : null
    await Promise.all(payers)
    state.probes.push(...(await probe(world)))
    await fewer
    await time.timers.sleep(Math.max(0, startMs + busyMs + quietMs - time.clock.now()))
    await Promise.all(world.purchases.filter(({ end, gone }) => end === null && !gone).map((purchase) => insist(world, purchase, 60_000)))
    await time.timers.sleep(5_000)
  }
  const running = runScenario().then(
    () => void (state.ended = true),
    (error: unknown) => {
      unexpected.push(`the run itself failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
      state.ended = true
    },
  )
  await time.run(() => state.ended)
  if (!state.ended) unexpected.push('the run came to a standstill')
  else await running
  process.off('unhandledRejection', onUnhandled)
  const books = await checkBooks(world, state.probes)
  const violations = [...unexpected, ...scenario.alarms.map((alarm) => `alarm: ${alarm}`), ...world.breaches, ...books.violations]
  const answered = world.purchases.filter(({ end }) => end === 'answered').length
  const figures = { steps: time.steps, processRuns: service.processRuns, purchases: world.purchases.length, answered, states: books.states }
  for (const instance of service.instances) instance.powerLoss()
  return { seed, violations, scenario: scenario.lines, figures }
}

/** After all faults have ended, a new payer buys and is served: no earlier fault may leave the service unable to sell. */
async function probe(world: World): Promise<Purchase[]> {
  const before = world.purchases.length
  const open = { ...world, closing: false }
  Object.defineProperty(open, 'closing', { value: false })
  await Promise.all(world.chains.map(() => honest(open)))
  return world.purchases.slice(before)
}

/** An ordinary rollup, which may need a second confirmation, and sometimes a chain that takes legacy transactions only. */
function someNetworks(random: SeededRandom): Network[] {
  const base = networks.find(({ slug }) => slug === 'base')!
  const skale = networks.find(({ slug }) => slug === 'skale')!
  const first: Network = { ...base, blockMs: random.pick([1000, 2000]), confirmations: random.chance(0.3) ? 2 : 1 }
  return random.chance(0.5) ? [first, skale] : [first]
}

function openChain(network: Network, time: VirtualTime): WorldChain {
  const simulated = createSimulatedChain({
    network,
    multicall: network.transactions === 'eip1559',
    genesisTimestamp: BigInt(Math.floor(time.clock.now() / 1000) - 60),
    baseFee: gwei,
    now: () => BigInt(Math.floor(time.clock.now() / 1000)),
  })
  simulated.setFinalityDepth(finalityDepth)
  return { network, simulated, view: simulated.node(), held: false }
}

async function mineOn(world: World, chain: WorldChain, random: SeededRandom): Promise<void> {
  const { timers, clock } = world.time
  for (;;) {
    await timers.sleep(chain.network.blockMs)
    if (chain.held) continue
    // The clock of a chain differs from ours.
    const timestamp = BigInt(Math.floor((clock.now() + random.between(-1_500, 300)) / 1000))
    chain.simulated.mine(timestamp)
  }
}
