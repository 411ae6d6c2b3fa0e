import { emptyDatabase, memoryAnswerFiles, openImage, type Database } from './database.ts'
import { postgresPort } from './postgres-port.ts'
import type { VirtualTime } from '../world/virtual-time.ts'
import type { FaultProfile } from '../faults/fault-profile.ts'
import { clocksApartMs } from '../service/service-process.ts'
import { checkWrites } from './check-writes.ts'

/** A database on its own machine, which several instances share and which outlives them. */
export interface SharedDatabase extends Database {
  /** The server goes down and all connections break. Committed data stays. */
  away(): void
  back(): void
}

/**
 * Runs the ledger's units in their SQLite form, each alone. The ports of the instances (`postgres-port.ts`) decide which unit comes
 * first, which gets no answer and which never arrives.
 * @param breach records a write that the instance had no right to make
 */
export function sharedDatabase(parts: { time: VirtualTime; faultProfile: FaultProfile; breach(what: string): void }): SharedDatabase {
  const { time, faultProfile, breach } = parts
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
    open: (processRun) => (port) =>
      postgresPort({
        server,
        store: checkWrites(server.store, { instance: port.instance, now: time.clock.now, clocksApartMs, breach }),
        random: port.random,
        processRun,
        time,
        faultProfile,
      }),
    away: () => void Object.assign(server, { up: false, era: server.era + 1 }),
    back: () => void (server.up = true),
  }
}
