import { StoreFailed, type Query, type Store, type Unit } from '../../../src/store/store.ts'
import type { Clock, Timers } from '../../../src/shared/clock.ts'
import { whileRunning, type ProcessRun } from '../service/process-run.ts'
import type { SeededRandom } from '../world/seeded-random.ts'
import { failingUnit } from './failing-unit.ts'
import type { FaultProfile } from '../faults/fault-profile.ts'

/**
 * A store of one process whose units wait, overtake each other and fail. `storeAckLost` commits and reports a failure, which SQLite
 * never does.
 */
export function faultyStore(
  store: Store,
  parts: { processRun: ProcessRun; clock: Clock; timers: Timers; random: SeededRandom; faultProfile: FaultProfile },
): Store {
  const { processRun, clock, timers, random, faultProfile } = parts
  const travel = async () => {
    const ms = random.between(0, faultProfile.storeDelayMs)
    if (ms > 0) await timers.sleep(ms)
  }
  /** Waits until the disk has finished the commit before. */
  const waitForCommit = async () => {
    const apart = faultProfile.commitIntervalMs
    if (apart > 0) await timers.sleep(apart - (clock.now() % apart))
  }
  return {
    write<Input, Output>(unit: Unit<Input, Output>, input: Input): Promise<Output> {
      const run = async () => {
        await travel()
        await waitForCommit()
        if (!processRun.alive) return new Promise<Output>(() => {})
        if (random.chance(faultProfile.storeFails)) throw new StoreFailed(`${unit.name} was not written`)
        const failsMidway = faultProfile.storeFailsMidway > 0 && random.chance(faultProfile.storeFailsMidway)
        const output = await store.write(failsMidway ? failingUnit(unit, random) : unit, input)
        await travel()
        if (random.chance(faultProfile.storeAckLost)) throw new StoreFailed(`${unit.name}: connection lost`)
        return output
      }
      return whileRunning(processRun, run())
    },
    read<Input, Output>(query: Query<Input, Output>, input: Input): Promise<Output> {
      const run = async () => {
        await travel()
        const output = await store.read(query, input)
        await travel()
        return output
      }
      return whileRunning(processRun, run())
    },
    close: () => store.close(),
  }
}
