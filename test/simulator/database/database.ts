import { growingInMemory } from '../../../src/ledger/answers/growing-in-memory.fixture.ts'
import type { AnswerFiles } from '../../../src/ledger/answers/answer-files.ts'
import { silentLog } from '../../../src/shared/log.ts'
import { silentMetrics } from '../../../src/shared/metrics.ts'
import { openMemoryStore, type MemoryStore } from '../../../src/store/sqlite/open-memory-store.ts'
import type { Store } from '../../../src/store/store.ts'
import type { ProcessRun } from '../service/process-run.ts'
import type { SeededRandom } from '../world/seeded-random.ts'
import type { VirtualTime } from '../world/virtual-time.ts'

/** Where the service keeps its ledger, over all process runs. */
export interface Database {
  /** Several instances may write to it at once. */
  readonly shared: boolean
  /** Opens it for one process run, which gets its own port. */
  open(processRun: ProcessRun): (port: { readonly random: SeededRandom; readonly instance: string }) => Store
  readonly answerFiles: AnswerFiles
  /** The books at this moment. */
  readonly books: MemoryStore
  /** Number of failed statements. Counts made at such a time may be wrong. */
  readonly faults: number
}

let empty: Uint8Array | null = null

/** A database with its tables, made once. */
export function emptyDatabase(): Uint8Array {
  if (empty === null) {
    const timers = { after: () => () => {}, soon: () => () => {}, sleep: () => Promise.resolve() }
    const store = openMemoryStore({ clock: { now: () => 0 }, timers, log: silentLog, metrics: silentMetrics })
    empty = store.serialize()
    void store.close()
  }
  return empty
}

/** A store in memory that begins with the image of an earlier one. */
export function openImage(time: VirtualTime, timers: VirtualTime['timers'], image: Uint8Array): MemoryStore {
  return openMemoryStore({ clock: time.clock, timers, log: silentLog, metrics: silentMetrics, image })
}

/** Files that outlive the process, too. */
export function memoryAnswerFiles(now: () => number): AnswerFiles {
  const files = new Map<string, { bytes: Uint8Array; writtenAt: number }>()
  return {
    write: async (id, bytes) => void files.set(id, { bytes: Uint8Array.from(bytes), writtenAt: now() }),
    read: async (id) => files.get(id)?.bytes,
    grow: async () => growingInMemory(),
    remove: async (id) => void files.delete(id),
    list: async () => [...files].map(([id, { writtenAt }]) => ({ id, writtenAt })),
  }
}
