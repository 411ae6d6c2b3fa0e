import { createTurns } from '../../src/store/postgres/in-turn.ts'
import { lostRace, StoreFailed, StoreOutcomeUnknown, type Query, type Store, type Unit } from '../../src/store/store.ts'
import type { DatabaseServer } from './database-server.ts'
import { ofLife, timersOf, type Life } from './life.ts'
import type { SeededRandom } from './seeded-random.ts'
import { travelTogether, type Done, type Transaction } from './travel-together.ts'
import type { VirtualTime } from './virtual-time.ts'
import type { Weather } from './weather.ts'

/** As `src/store/postgres/postgres-store.ts`. */
const attempts = 20
const longestPauseMs = 40

/** How long a statement may still take that nobody waits for any more. */
const longestLateMs = 2_000

/** Longer than some leases, and shorter. */
const standstillMs = [4_000, 25_000] as const

/** In which way a statement got no answer. */
type Unheard = 'lost on its way' | 'done, and its answer lost' | 'done when nobody waits for it any more'

interface PortParts {
  readonly server: DatabaseServer
  /** What this instance changes and asks. */
  readonly store: Pick<Store, 'read' | 'write'>
  readonly life: Life
  readonly time: VirtualTime
  readonly random: SeededRandom
  readonly weather: Weather
}

/**
 * What `createPostgresStore` promises, for one life of one instance: each unit is one statement, done or not done; statements
 * travel on connections of their own, or a few brief ones on one, and so overtake each other. Only those of one turn of one
 * process wait for each other.
 * Statements that lost a race are run again by the store, up to 20 times. Where the connection breaks nobody knows what became
 * of a unit; a question is asked once more. What an instance sent before its end may arrive after it.
 */
export function postgresPort({ server, store, life, time, random, weather }: PortParts): Store {
  const inTurn = createTurns()
  const { timers: wire } = time
  const timers = timersOf(life, wire)
  /** Some instances are further from the database than others. */
  const distanceMs = random.pick([1, 1, 3, 25])

  const travel = async () => {
    const ms = random.between(0, Math.max(distanceMs, weather.storeDelayMs))
    if (ms > 0) await wire.sleep(ms)
  }

  function unheard(): Unheard | null {
    if (!random.chance(weather.storeAnswersLost)) return null
    return random.pick(['lost on its way', 'done, and its answer lost', 'done when nobody waits for it any more'] as const)
  }

  /** One statement, or a few, in one transaction over one connection. */
  async function statement<Output>(name: string, run: () => Promise<Output>): Promise<Done<Output>> {
    const { era } = server
    const unknown = () => {
      server.failed()
      return new StoreOutcomeUnknown(`${name}: the database went away`)
    }
    if (!server.up) {
      await wire.sleep(random.between(0, 50))
      server.failed()
      throw new StoreFailed(`${name}: no connection to the database`)
    }
    const fate = unheard()
    await travel()
    // With the machine goes what it had not sent yet; with the process alone nothing.
    if (!life.alive && random.chance(0.5)) return new Promise(() => {})
    if (era !== server.era || fate === 'lost on its way') throw unknown()
    if (fate === 'done when nobody waits for it any more') {
      wire.after(random.between(1, longestLateMs), () => {
        if (era === server.era) void run().catch(() => {})
      })
      throw unknown()
    }
    if (random.chance(weather.storeFails)) {
      server.failed()
      throw new StoreFailed(`${name} failed`)
    }
    if (random.chance(weather.storeRaces)) return lostRace
    const output = await run()
    if (fate !== null) throw unknown()
    await travel()
    if (era !== server.era) throw unknown()
    return output
  }

  const writes = travelTogether(timers, statement)
  const reads = travelTogether(timers, statement)

  /** Between what it was told and what it does with it. */
  function standStill(name: string): void {
    const chance = weather.standstill.get(name)
    if (chance === undefined || life.frozen || !random.chance(chance)) return
    life.freeze()
    wire.after(random.between(...standstillMs), () => life.thaw())
  }

  async function untilDone<Output>(name: string, first: Transaction, run: () => Promise<Output>): Promise<Output> {
    for (let tried = 1; ; tried += 1) {
      const output = await ofLife(
        life,
        (tried === 1 ? first : statement)(name, run).finally(() => standStill(name)),
      )
      if (output !== lostRace) return output
      if (tried === attempts) {
        server.failed()
        throw new StoreFailed(`${name} lost ${attempts} races`)
      }
      if (tried > 2) await timers.sleep(random.between(0, Math.min(longestPauseMs, 2 ** (tried - 2))))
    }
  }

  return {
    write<Input, Output>(unit: Unit<Input, Output>, input: Input): Promise<Output> {
      const once = () => untilDone(unit.name, unit.postgres?.brief ? writes : statement, () => store.write(unit, input))
      const turn = unit.postgres?.turn?.(input)
      return turn === undefined ? once() : inTurn(turn, once)
    },
    async read<Input, Output>(query: Query<Input, Output>, input: Input): Promise<Output> {
      const once = () => untilDone(query.name, query.postgres?.brief ? reads : statement, () => store.read(query, input))
      try {
        return await once()
      } catch (error) {
        if (!(error instanceof StoreOutcomeUnknown)) throw error
      }
      try {
        return await once()
      } catch (error) {
        throw error instanceof StoreOutcomeUnknown ? new StoreFailed(`${query.name} could not be read`) : error
      }
    },
    close: async () => {},
  }
}
