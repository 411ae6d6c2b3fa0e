import { failPointNames } from '../../../src/shared/fail-point.ts'
import type { SeededRandom } from '../world/seeded-random.ts'
import type { WorldChain } from '../world/payers-and-chains.ts'
import type { FaultPlan } from './fault-plan.ts'
import { severalInstancesFaultPlans } from './several-instances.ts'
import type { World } from '../world/world.ts'

const gwei = 10n ** 9n
/** Gas coin that every signer starts with, in wei. */
const oneCoin = 10n ** 18n
/** Pays for 300,000 gas at the usual fees. */
const littleCoin = 630_000n * gwei
const anyChain = (world: World, random: SeededRandom): WorldChain => random.pick(world.chains)

/** Starts the service again whenever it is down. The returned function stops that, after one last start. */
function keepStarting({ service, time }: World, everyMs: number): () => void {
  let over = false
  const look = () => {
    service.start()
    if (!over) time.timers.after(everyMs, look)
  }
  look()
  return () => {
    over = true
    service.start()
  }
}

const faultPlans: readonly FaultPlan[] = [
  {
    name: 'power loss',
    everyMs: [8_000, 40_000],
    lastsMs: [500, 6_000],
    begin({ service }, random) {
      const instance = service.any(random)
      instance.powerLoss()
      return () => instance.start()
    },
  },
  {
    name: 'power loss at a moment of a payment',
    everyMs: [3_000, 20_000],
    lastsMs: [5_000, 20_000],
    begin(world, random) {
      const { powerLoss } = world.faultProfile
      const name = random.pick(failPointNames)
      powerLoss.set(name, random.pick([0.1, 0.5]))
      const stayUp = keepStarting(world, 2_000)
      return () => {
        powerLoss.delete(name)
        stayUp()
      }
    },
  },
  {
    // The disk may still be writing the transaction that must be stored before.
    name: 'power loss while a transaction is sent',
    everyMs: [3_000, 15_000],
    lastsMs: [4_000, 12_000],
    begin(world, random) {
      const { faultProfile } = world
      faultProfile.powerLossOnSend = random.pick([0.2, 0.6])
      faultProfile.storeDelayMs = random.pick([5, 50, 300])
      const stayUp = keepStarting(world, random.pick([100, 600, 2_000]))
      return () => {
        Object.assign(faultProfile, { powerLossOnSend: 0, storeDelayMs: 0 })
        stayUp()
      }
    },
  },
  {
    name: 'restart in order',
    everyMs: [15_000, 60_000],
    lastsMs: [6_000, 9_000],
    begin({ service }, random) {
      const instance = service.any(random)
      const stopped = instance.stop()
      return () => void stopped.then(() => instance.start())
    },
  },
  {
    name: 'slow nodes',
    everyMs: [5_000, 40_000],
    lastsMs: [2_000, 30_000],
    begin({ faultProfile }, random) {
      faultProfile.rpcDelayMs = random.pick([80, 400, 1_200])
      return () => void (faultProfile.rpcDelayMs = 5)
    },
  },
  {
    name: 'lossy nodes',
    everyMs: [5_000, 40_000],
    lastsMs: [2_000, 30_000],
    begin({ faultProfile }, random) {
      faultProfile.rpcRequestLost = random.pick([0, 0.05, 0.3])
      faultProfile.rpcAnswerLost = random.pick([0.05, 0.3])
      return () => Object.assign(faultProfile, { rpcRequestLost: 0, rpcAnswerLost: 0 })
    },
  },
  {
    name: 'nodes down',
    everyMs: [10_000, 60_000],
    lastsMs: [1_000, 20_000],
    begin(world, random) {
      const { id } = anyChain(world, random).network
      world.faultProfile.rpcDown.add(id)
      return () => void world.faultProfile.rpcDown.delete(id)
    },
  },
  {
    name: 'nodes behind',
    everyMs: [5_000, 40_000],
    lastsMs: [3_000, 30_000],
    begin({ faultProfile }, random) {
      faultProfile.nodesBehind = random.between(1, 2)
      return () => void (faultProfile.nodesBehind = 0)
    },
  },
  {
    name: 'no blocks',
    everyMs: [10_000, 60_000],
    lastsMs: [2_000, 25_000],
    begin(world, random) {
      const chain = anyChain(world, random)
      chain.held = true
      return () => void (chain.held = false)
    },
  },
  {
    name: 'reorganisation',
    everyMs: [3_000, 20_000],
    lastsMs: [0, 0],
    begin(world, random) {
      const chain = world.chains.find(({ network }) => network.finality.kind === 'tag') ?? anyChain(world, random)
      const depth = random.between(1, 4)
      const transactions = random.chance(0.7) ? 'to-pool' : 'lost'
      world.scenario.record('world', `${depth} blocks of ${chain.network.slug} are replaced, their transactions ${transactions}`)
      const maxDepth = chain.simulated.reorganisable()
      if (maxDepth > 0)
        chain.simulated.reorganise(Math.min(depth, maxDepth), { transactions, ...(random.chance(0.6) ? { replace: 'mined' } : {}) })
      return () => {}
    },
  },
  {
    name: 'fees rise',
    everyMs: [10_000, 60_000],
    lastsMs: [5_000, 40_000],
    begin(world, random) {
      const { simulated } = anyChain(world, random)
      simulated.setBaseFee(BigInt(random.pick([3, 10, 40])) * gwei)
      return () => simulated.setBaseFee(gwei)
    },
  },
  {
    // Transactions pile up that may cost more than they bring.
    name: 'dear and no blocks',
    everyMs: [8_000, 40_000],
    lastsMs: [8_000, 20_000],
    begin(world, random) {
      const chain = anyChain(world, random)
      chain.simulated.setBaseFee(5n * gwei)
      const cancel = world.time.timers.after(3_000, () => void (chain.held = true))
      return () => {
        cancel()
        chain.held = false
        chain.simulated.setBaseFee(gwei)
      }
    },
  },
  {
    name: 'pools forget',
    everyMs: [5_000, 30_000],
    lastsMs: [0, 0],
    begin(world, random) {
      anyChain(world, random).simulated.dropFromPool(() => random.chance(0.7))
      return () => {}
    },
  },
  {
    name: 'no money for gas',
    everyMs: [20_000, 60_000],
    lastsMs: [3_000, 25_000],
    begin(world, random) {
      const { simulated } = anyChain(world, random)
      for (const { address } of world.signers) simulated.fundGas(address, -oneCoin)
      return () => {
        for (const { address } of world.signers) simulated.fundGas(address, oneCoin)
      }
    },
  },
  {
    // Enough for plain accounts, and not for the most that a contract may use.
    name: 'little money for gas',
    everyMs: [20_000, 60_000],
    lastsMs: [3_000, 25_000],
    begin(world, random) {
      const { simulated } = anyChain(world, random)
      const taken = world.signers.map(({ address }) => ({
        address,
        wei: oneCoin - simulated.minedTransactionsOf(address).gasSpent - littleCoin,
      }))
      for (const { address, wei } of taken) simulated.fundGas(address, -wei)
      return () => {
        for (const { address, wei } of taken) simulated.fundGas(address, wei)
      }
    },
  },
  {
    name: 'slow disk',
    everyMs: [5_000, 40_000],
    lastsMs: [2_000, 30_000],
    begin({ faultProfile }, random) {
      faultProfile.storeDelayMs = random.pick([5, 30, 200])
      return () => void (faultProfile.storeDelayMs = 0)
    },
  },
  {
    name: 'full disk',
    everyMs: [10_000, 60_000],
    lastsMs: [300, 6_000],
    begin({ faultProfile }, random) {
      faultProfile.storeFails = random.pick([0.1, 0.5, 1])
      return () => void (faultProfile.storeFails = 0)
    },
  },
  {
    name: 'stumbling disk',
    everyMs: [3_000, 20_000],
    lastsMs: [2_000, 15_000],
    begin({ faultProfile }, random) {
      faultProfile.storeFailsMidway = random.pick([0.1, 0.3, 0.6])
      faultProfile.commitIntervalMs = random.pick([0, 20, 100])
      return () => Object.assign(faultProfile, { storeFailsMidway: 0, commitIntervalMs: 0 })
    },
  },
  {
    name: 'clock off',
    everyMs: [10_000, 60_000],
    lastsMs: [5_000, 30_000],
    begin({ faultProfile }, random) {
      faultProfile.skew.ms = random.pick([-3_000, -800, 900, 3_000])
      return () => void (faultProfile.skew.ms = 0)
    },
  },
  {
    name: 'products fail',
    everyMs: [3_000, 30_000],
    lastsMs: [2_000, 20_000],
    begin({ faultProfile }, random) {
      faultProfile.runFails = random.pick([0, 0.2, 0.5])
      faultProfile.runUncharged = random.pick([0, 0.3])
      faultProfile.runHangs = random.pick([0, 0.1])
      return () => Object.assign(faultProfile, { runFails: 0, runUncharged: 0, runHangs: 0 })
    },
  },
]

/** Faults of SQLite, and of the clock of a single instance. */
const singleInstanceOnly: ReadonlySet<string> = new Set(['stumbling disk', 'clock off'])

/** Repeats some of the fault plans until `untilMs`. The promise resolves when every fault that began has ended. */
export async function runFaultPlans(world: World, untilMs: number): Promise<void> {
  const random = world.random.fork('storms')
  const possible =
    world.service.instances.length > 1
      ? [...faultPlans.filter(({ name }) => !singleInstanceOnly.has(name)), ...severalInstancesFaultPlans]
      : faultPlans
  const chosen = possible.filter(() => random.chance(0.35))
  world.scenario.record('world', `fault plans: ${chosen.map(({ name }) => name).join(', ') || 'none'}`)
  await Promise.all(chosen.map((plan) => repeatFaultPlan(world, plan, untilMs)))
}

async function repeatFaultPlan(world: World, plan: FaultPlan, untilMs: number): Promise<void> {
  const random = world.random.fork(plan.name)
  const { timers, clock } = world.time
  for (;;) {
    await timers.sleep(random.between(...plan.everyMs))
    if (clock.now() >= untilMs) return
    const lasts = random.between(...plan.lastsMs)
    world.scenario.record('world', `${plan.name}${lasts > 0 ? ` for ${(lasts / 1000).toFixed(1)} s` : ''}`)
    const end = plan.begin(world, random)
    world.scenario.faults.push({ name: plan.name, from: clock.now(), until: clock.now() + lasts })
    await timers.sleep(lasts)
    if (lasts > 0) world.scenario.record('world', `${plan.name} is over`)
    end()
  }
}
