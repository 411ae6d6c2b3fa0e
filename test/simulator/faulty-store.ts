import { StoreFailed, type Query, type Store, type Unit } from '../../src/store/store.ts'
import type { Clock, Timers } from '../../src/shared/clock.ts'
import { ofLife, type Life } from './life.ts'
import type { SeededRandom } from './seeded-random.ts'
import { stumblingUnit } from './stumbling-unit.ts'
import type { Weather } from './weather.ts'

/**
 * A store of its own whose units wait, overtake each other and fail, as seen by its one process. `storeAckLost` commits and
 * says that it did not, which SQLite never does.
 */
export function faultyStore(
  store: Store,
  parts: { life: Life; clock: Clock; timers: Timers; random: SeededRandom; weather: Weather },
): Store {
  const { life, clock, timers, random, weather } = parts
  const travel = async () => {
    const ms = random.between(0, weather.storeDelayMs)
    if (ms > 0) await timers.sleep(ms)
  }
  /** Until the disk is done with what it was given before. */
  const gather = async () => {
    const apart = weather.storeGathersMs
    if (apart > 0) await timers.sleep(apart - (clock.now() % apart))
  }
  return {
    write<Input, Output>(unit: Unit<Input, Output>, input: Input): Promise<Output> {
      const run = async () => {
        await travel()
        await gather()
        if (!life.alive) return new Promise<Output>(() => {})
        if (random.chance(weather.storeFails)) throw new StoreFailed(`${unit.name} was not written`)
        const stumbles = weather.storeStumbles > 0 && random.chance(weather.storeStumbles)
        const output = await store.write(stumbles ? stumblingUnit(unit, random) : unit, input)
        await travel()
        if (random.chance(weather.storeAckLost)) throw new StoreFailed(`${unit.name}: connection lost`)
        return output
      }
      return ofLife(life, run())
    },
    read<Input, Output>(query: Query<Input, Output>, input: Input): Promise<Output> {
      const run = async () => {
        await travel()
        const output = await store.read(query, input)
        await travel()
        return output
      }
      return ofLife(life, run())
    },
    close: () => store.close(),
  }
}
