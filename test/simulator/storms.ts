import type { CheckpointName } from '../../src/shared/checkpoint.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { WorldChain } from './inhabitants.ts'
import type { Storm } from './storm.ts'
import { stormsOfSeveral } from './storms-of-several.ts'
import type { World } from './world.ts'

const gwei = 10n ** 9n
/** What every signer begins with. */
const oneCoin = 10n ** 18n
const checkpoints: readonly CheckpointName[] = ['claimed', 'worked', 'served', 'stored', 'sent', 'mined', 'settled']
const anyChain = (world: World, random: SeededRandom): WorldChain => random.pick(world.chains)

/** Starts the service again whenever it is found down; call what it gives for the last time. */
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

const storms: readonly Storm[] = [
  {
    name: 'power loss',
    everyMs: [8_000, 40_000],
    lastsMs: [500, 6_000],
    strike({ service }, random) {
      const instance = service.any(random)
      instance.powerLoss()
      return () => instance.start()
    },
  },
  {
    name: 'power loss at a moment of a payment',
    everyMs: [3_000, 20_000],
    lastsMs: [5_000, 20_000],
    strike(world, random) {
      const { powerLoss } = world.weather
      const name = random.pick(checkpoints)
      powerLoss.set(name, random.pick([0.1, 0.5]))
      const stayUp = keepStarting(world, 2_000)
      return () => {
        powerLoss.delete(name)
        stayUp()
      }
    },
  },
  {
    // The disk may yet be busy with what was to be stored before.
    name: 'power loss while a transaction is sent',
    everyMs: [3_000, 15_000],
    lastsMs: [4_000, 12_000],
    strike(world, random) {
      const { weather } = world
      weather.powerLossOnSend = random.pick([0.2, 0.6])
      weather.storeDelayMs = random.pick([5, 50, 300])
      const stayUp = keepStarting(world, random.pick([100, 600, 2_000]))
      return () => {
        Object.assign(weather, { powerLossOnSend: 0, storeDelayMs: 0 })
        stayUp()
      }
    },
  },
  {
    name: 'restart in order',
    everyMs: [15_000, 60_000],
    lastsMs: [6_000, 9_000],
    strike({ service }, random) {
      const instance = service.any(random)
      const stopped = instance.stop()
      return () => void stopped.then(() => instance.start())
    },
  },
  {
    name: 'slow nodes',
    everyMs: [5_000, 40_000],
    lastsMs: [2_000, 30_000],
    strike({ weather }, random) {
      weather.rpcDelayMs = random.pick([80, 400, 1_200])
      return () => void (weather.rpcDelayMs = 5)
    },
  },
  {
    name: 'lossy nodes',
    everyMs: [5_000, 40_000],
    lastsMs: [2_000, 30_000],
    strike({ weather }, random) {
      weather.rpcRequestLost = random.pick([0, 0.05, 0.3])
      weather.rpcAnswerLost = random.pick([0.05, 0.3])
      return () => Object.assign(weather, { rpcRequestLost: 0, rpcAnswerLost: 0 })
    },
  },
  {
    name: 'nodes down',
    everyMs: [10_000, 60_000],
    lastsMs: [1_000, 20_000],
    strike(world, random) {
      const { id } = anyChain(world, random).network
      world.weather.rpcDown.add(id)
      return () => void world.weather.rpcDown.delete(id)
    },
  },
  {
    name: 'nodes behind',
    everyMs: [5_000, 40_000],
    lastsMs: [3_000, 30_000],
    strike({ weather }, random) {
      weather.nodesBehind = random.between(1, 2)
      return () => void (weather.nodesBehind = 0)
    },
  },
  {
    name: 'no blocks',
    everyMs: [10_000, 60_000],
    lastsMs: [2_000, 25_000],
    strike(world, random) {
      const chain = anyChain(world, random)
      chain.held = true
      return () => void (chain.held = false)
    },
  },
  {
    name: 'reorganisation',
    everyMs: [3_000, 20_000],
    lastsMs: [0, 0],
    strike(world, random) {
      const chain = world.chains.find(({ network }) => network.finality.kind === 'tag') ?? anyChain(world, random)
      const depth = random.between(1, 4)
      const transactions = random.chance(0.7) ? 'to-pool' : 'lost'
      world.story.tell('world', `${depth} blocks of ${chain.network.slug} are replaced, their transactions ${transactions}`)
      const most = chain.simulated.reorganisable()
      if (most > 0) chain.simulated.reorganise(Math.min(depth, most), { transactions, ...(random.chance(0.6) ? { replace: 'mined' } : {}) })
      return () => {}
    },
  },
  {
    name: 'fees rise',
    everyMs: [10_000, 60_000],
    lastsMs: [5_000, 40_000],
    strike(world, random) {
      const { simulated } = anyChain(world, random)
      simulated.setBaseFee(BigInt(random.pick([3, 10, 40])) * gwei)
      return () => simulated.setBaseFee(gwei)
    },
  },
  {
    name: 'pools forget',
    everyMs: [5_000, 30_000],
    lastsMs: [0, 0],
    strike(world, random) {
      anyChain(world, random).simulated.dropFromPool(() => random.chance(0.7))
      return () => {}
    },
  },
  {
    name: 'no money for gas',
    everyMs: [20_000, 60_000],
    lastsMs: [3_000, 25_000],
    strike(world, random) {
      const { simulated } = anyChain(world, random)
      for (const { address } of world.signers) simulated.fundGas(address, -oneCoin)
      return () => {
        for (const { address } of world.signers) simulated.fundGas(address, oneCoin)
      }
    },
  },
  {
    name: 'slow disk',
    everyMs: [5_000, 40_000],
    lastsMs: [2_000, 30_000],
    strike({ weather }, random) {
      weather.storeDelayMs = random.pick([5, 30, 200])
      return () => void (weather.storeDelayMs = 0)
    },
  },
  {
    name: 'full disk',
    everyMs: [10_000, 60_000],
    lastsMs: [300, 6_000],
    strike({ weather }, random) {
      weather.storeFails = random.pick([0.1, 0.5, 1])
      return () => void (weather.storeFails = 0)
    },
  },
  {
    name: 'stumbling disk',
    everyMs: [3_000, 20_000],
    lastsMs: [2_000, 15_000],
    strike({ weather }, random) {
      weather.storeStumbles = random.pick([0.1, 0.3, 0.6])
      weather.storeGathersMs = random.pick([0, 20, 100])
      return () => Object.assign(weather, { storeStumbles: 0, storeGathersMs: 0 })
    },
  },
  {
    name: 'clock off',
    everyMs: [10_000, 60_000],
    lastsMs: [5_000, 30_000],
    strike({ weather }, random) {
      weather.skew.ms = random.pick([-3_000, -800, 900, 3_000])
      return () => void (weather.skew.ms = 0)
    },
  },
  {
    name: 'products fail',
    everyMs: [3_000, 30_000],
    lastsMs: [2_000, 20_000],
    strike({ weather }, random) {
      weather.runFails = random.pick([0, 0.2, 0.5])
      weather.runUncharged = random.pick([0, 0.3])
      weather.runHangs = random.pick([0, 0.1])
      return () => Object.assign(weather, { runFails: 0, runUncharged: 0, runHangs: 0 })
    },
  },
]

/** What happens to SQLite, and to clocks that nobody else goes by. */
const ofOne: ReadonlySet<string> = new Set(['stumbling disk', 'clock off'])

/** Lets some kinds of trouble strike again and again; the promise resolves when all that began has ended. */
export async function season(world: World, untilMs: number): Promise<void> {
  const random = world.random.fork('storms')
  const possible = world.service.instances.length > 1 ? [...storms.filter(({ name }) => !ofOne.has(name)), ...stormsOfSeveral] : storms
  const inSeason = possible.filter(() => random.chance(0.35))
  world.story.tell('world', `in season: ${inSeason.map(({ name }) => name).join(', ') || 'nothing'}`)
  await Promise.all(inSeason.map((storm) => strikes(world, storm, untilMs)))
}

async function strikes(world: World, storm: Storm, untilMs: number): Promise<void> {
  const random = world.random.fork(storm.name)
  const { timers, clock } = world.time
  for (;;) {
    await timers.sleep(random.between(...storm.everyMs))
    if (clock.now() >= untilMs) return
    const lasts = random.between(...storm.lastsMs)
    world.story.tell('world', `${storm.name}${lasts > 0 ? ` for ${(lasts / 1000).toFixed(1)} s` : ''}`)
    const end = storm.strike(world, random)
    await timers.sleep(lasts)
    if (lasts > 0) world.story.tell('world', `${storm.name} is over`)
    end()
  }
}
