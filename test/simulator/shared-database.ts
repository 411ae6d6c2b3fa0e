import { emptyDatabase, memoryAnswerFiles, openImage, type Database } from './database.ts'
import { postgresPort } from './postgres-port.ts'
import type { VirtualTime } from './virtual-time.ts'
import type { Weather } from './weather.ts'
import { clocksApartMs } from './machine.ts'
import { witnessed } from './witness.ts'

/** A database on a machine of its own, which several instances share and which outlives them. */
export interface SharedDatabase extends Database {
  /** It goes away, and every connection with it. What was committed stays. */
  away(): void
  back(): void
}

/**
 * The forms of the ledger's units for SQLite run in it, each by itself: which of them come first, which get no answer and which
 * never arrive is up to the ports of the instances (`postgres-port.ts`).
 * @param breach told of what an instance stored that it had no right to
 */
export function sharedDatabase(parts: { time: VirtualTime; weather: Weather; breach(what: string): void }): SharedDatabase {
  const { time, weather, breach } = parts
  const server = {
    up: true,
    era: 0,
    faults: 0,
    store: openImage(time, time.timers, emptyDatabase()),
    failed: () => void (server.faults += 1),
  }
  return {
    shared: true,
    answerFiles: memoryAnswerFiles(() => time.clock.now()),
    books: server.store,
    get faults() {
      return server.faults
    },
    open: (life) => (port) =>
      postgresPort({
        server,
        store: witnessed(server.store, { instance: port.instance, now: time.clock.now, clocksApartMs, breach }),
        random: port.random,
        life,
        time,
        weather,
      }),
    away: () => void Object.assign(server, { up: false, era: server.era + 1 }),
    back: () => void (server.up = true),
  }
}
