import type { MemoryStore } from '../../../src/store/sqlite/open-memory-store.ts'
import { emptyDatabase, memoryAnswerFiles, openImage, type Database } from './database.ts'
import { faultyStore } from './faulty-store.ts'
import { timersOf } from '../service/process-run.ts'
import type { Scenario } from '../world/scenario.ts'
import type { VirtualTime } from '../world/virtual-time.ts'
import type { FaultProfile } from '../faults/fault-profile.ts'

/** SQLite on the disk of the only process that writes to it. When the power goes, committed data stays and nothing else. */
export function ownDisk({ time, faultProfile, scenario }: { time: VirtualTime; faultProfile: FaultProfile; scenario: Scenario }): Database {
  let image = emptyDatabase()
  let store: MemoryStore | null = null
  return {
    shared: false,
    answerFiles: memoryAnswerFiles(() => time.clock.now()),
    faults: 0,
    get books() {
      return store ?? openImage(time, time.timers, image)
    },
    open(processRun) {
      const timers = timersOf(processRun, time.timers)
      const opened = openImage(time, timers, image)
      store = opened
      processRun.onEnd(() => {
        image = opened.serialize()
        void opened.close()
        store = null
        scenario.record('service', 'power is gone')
      })
      return ({ random }) => faultyStore(opened, { processRun, clock: time.clock, timers, random, faultProfile })
    },
  }
}
