import { networks } from '../../src/chain/networks.ts'
import type { Network } from '../../src/chain/chain.ts'
import { defaultPolicy } from '../../src/settler/policy.ts'
import { createSimulatedChain } from './chain/simulated-chain.ts'
import { checkBooks } from './invariants/check-books.ts'
import { cast } from './payers/cast.ts'
import { honest } from './payers/honest.ts'
import type { Purchase } from './purchase-record.ts'
import { insist } from './purchase.ts'
import { createSeededRandom, type SeededRandom } from './seeded-random.ts'
import { instancesOf, type Instances } from './instances.ts'
import { createJobRuns } from './job-runs.ts'
import { leaveToOne, loseOne } from './lose-one.ts'
import { ownDisk } from './own-disk.ts'
import { createService } from './service.ts'
import { sharedDatabase } from './shared-database.ts'
import { season } from './storms.ts'
import { createStory } from './story.ts'
import { createVirtualTime, type VirtualTime } from './virtual-time.ts'
import { newWallet } from './wallet.ts'
import { clearUp, fairWeather } from './weather.ts'
import type { WorldChain } from './inhabitants.ts'
import type { World } from './world.ts'

export interface RunResult {
  readonly seed: number
  /** What was broken; empty when all held. */
  readonly violations: readonly string[]
  readonly story: readonly string[]
  readonly figures: Figures
}

/** What happened in a run, to see that runs are worth something. */
export interface Figures {
  readonly steps: number
  readonly lives: number
  readonly purchases: number
  readonly answered: number
  readonly states: Readonly<Record<string, number>>
}

/** 2026-11-21T10:00:00Z, a morning, so that no day ends while a run goes on. */
const startMs = Date.UTC(2026, 10, 21, 10)
const busyMs = 60_000
/** By then the last authorization has expired, and what it did is final. */
const quietMs = 460_000
const oneCoin = 10n ** 18n
const gwei = 10n ** 9n
/** Blocks that may be replaced; fewer than the settler waits for where a node's tag says what is final. */
const finalityDepth = 10

/** Plays one run from its seed to its end, and holds the books against what happened. */
export async function run(seed: number, options: { readonly story: boolean; readonly instances?: Instances }): Promise<RunResult> {
  const random = createSeededRandom(seed)
  const time = createVirtualTime(startMs)
  const instances = instancesOf(seed, options.instances ?? 'mixed')
  const story = createStory(() => time.clock.now(), startMs, { keep: options.story, several: instances > 1 })
  const weather = fairWeather()
  const chains = someNetworks(random.fork('networks')).map((network) => openChain(network, time))
  const payTo = newWallet(random.fork('payee')).address
  const signers = Array.from({ length: random.chance(0.3) ? 2 : 1 }, (_, index) => newWallet(random.fork(`signer-${index}`)))
  for (const { simulated } of chains) for (const { address } of signers) simulated.fundGas(address, oneCoin)
  const nodes = random.fork('nodes')
  const breaches: string[] = []
  const breach = (what: string) => void breaches.push(what)
  const database = instances > 1 ? sharedDatabase({ time, weather, breach }) : null
  const service = createService({
    time,
    random: random.fork('service'),
    weather,
    story,
    instances,
    database: database ?? ownDisk({ time, weather, story }),
    count: { runs: 0 },
    leaseMs: random.fork('leases').pick([9_000, defaultPolicy.leaseMs]),
    jobRuns: createJobRuns(() => time.clock.now(), breach),
    // Where no blocks come every node has caught up.
    chains: chains.map((chain) =>
      chain.simulated.node({ behind: () => (weather.nodesBehind > 0 && !chain.held ? nodes.between(0, weather.nodesBehind) : 0) }),
    ),
    signerKeys: signers.map(({ privateKey }) => privateKey),
    payTo,
    breach,
  })
  const mutable = { closing: false }
  const world: World = {
    time,
    random: random.fork('world'),
    chains,
    service,
    database,
    weather,
    story,
    payTo,
    signers,
    payers: [],
    purchases: [],
    breaches,
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
  const play = async () => {
    service.start()
    for (const chain of chains) void mineOn(world, chain, random.fork(`miner-${chain.network.id}`))
    const storms = season(world, startMs + busyMs)
    const payers = cast(random.fork('cast')).map((part) => part(world))
    await time.timers.sleep(busyMs)
    await storms
    mutable.closing = true
    clearUp(weather)
    database?.back()
    for (const instance of service.instances) instance.thaw()
    service.start()
    story.tell('world', 'the weather is fair')
    const fewer = instances > 1 ? loseOne(world).then(() => leaveToOne(world)) : null
    await Promise.all(payers)
    state.probes.push(...(await probe(world)))
    await fewer
    await time.timers.sleep(Math.max(0, startMs + busyMs + quietMs - time.clock.now()))
    await Promise.all(world.purchases.filter(({ end, gone }) => end === null && !gone).map((purchase) => insist(world, purchase, 60_000)))
    await time.timers.sleep(5_000)
  }
  const playing = play().then(
    () => void (state.ended = true),
    (error: unknown) => {
      unexpected.push(`the run itself failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
      state.ended = true
    },
  )
  await time.run(() => state.ended)
  if (!state.ended) unexpected.push('the run came to a standstill')
  else await playing
  process.off('unhandledRejection', onUnhandled)
  const books = await checkBooks(world, state.probes)
  const violations = [...unexpected, ...story.alarms.map((alarm) => `alarm: ${alarm}`), ...world.breaches, ...books.violations]
  const answered = world.purchases.filter(({ end }) => end === 'answered').length
  const figures = { steps: time.steps, lives: service.lives, purchases: world.purchases.length, answered, states: books.states }
  for (const instance of service.instances) instance.powerLoss()
  return { seed, violations, story: story.lines, figures }
}

/** In fair weather a newcomer buys, and is served: nothing that happened may have left the service unable to sell. */
async function probe(world: World): Promise<Purchase[]> {
  const before = world.purchases.length
  const open = { ...world, closing: false }
  Object.defineProperty(open, 'closing', { value: false })
  await Promise.all(world.chains.map(() => honest(open)))
  return world.purchases.slice(before)
}

/** A rollup of the usual kind, which may want a second block, and one chain that speaks the old transactions only. */
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
    // A chain's clock is not ours.
    const timestamp = BigInt(Math.floor((clock.now() + random.between(-1_500, 300)) / 1000))
    chain.simulated.mine(timestamp)
  }
}
