import type { MemoryStore } from '../../src/store/sqlite/open-memory-store.ts'
import { emptyDatabase, memoryAnswerFiles, openImage, type Database } from './database.ts'
import { faultyStore } from './faulty-store.ts'
import { timersOf } from './life.ts'
import type { Story } from './story.ts'
import type { VirtualTime } from './virtual-time.ts'
import type { Weather } from './weather.ts'

/** SQLite on the disk of the one process that writes to it: when the power goes, all that was committed stays, and nothing else. */
export function ownDisk({ time, weather, story }: { time: VirtualTime; weather: Weather; story: Story }): Database {
  let image = emptyDatabase()
  let store: MemoryStore | null = null
  return {
    shared: false,
    answerFiles: memoryAnswerFiles(() => time.clock.now()),
    faults: 0,
    get books() {
      return store ?? openImage(time, time.timers, image)
    },
    open(life) {
      const timers = timersOf(life, time.timers)
      const opened = openImage(time, timers, image)
      store = opened
      life.onEnd(() => {
        image = opened.serialize()
        void opened.close()
        store = null
        story.tell('service', 'power is gone')
      })
      return ({ random }) => faultyStore(opened, { life, clock: time.clock, timers, random, weather })
    },
  }
}
