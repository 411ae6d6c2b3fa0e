import type { AnswerFiles } from '../../src/ledger/answer-files.ts'
import { silentLog } from '../../src/shared/log.ts'
import { silentMetrics } from '../../src/shared/metrics.ts'
import { openMemoryStore, type MemoryStore } from '../../src/store/sqlite/open-memory-store.ts'
import type { Store } from '../../src/store/store.ts'
import type { Life } from './life.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { VirtualTime } from './virtual-time.ts'

/** Where the service keeps its ledger, over all its lives. */
export interface Database {
  /** Several instances may write to it at once. */
  readonly shared: boolean
  /** Opens it for one life, which sees it through a port of its own. */
  open(life: Life): (port: { readonly random: SeededRandom; readonly instance: string }) => Store
  readonly answerFiles: AnswerFiles
  /** The books as they stand. */
  readonly books: MemoryStore
  /** How often a port could not do as it was told; what was counted meanwhile may be counted wrong. */
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

/** A store in memory over what an earlier one has left. */
export function openImage(time: VirtualTime, timers: VirtualTime['timers'], image: Uint8Array): MemoryStore {
  return openMemoryStore({ clock: time.clock, timers, log: silentLog, metrics: silentMetrics, image })
}

/** Files outlive the process as well. */
export function memoryAnswerFiles(now: () => number): AnswerFiles {
  const files = new Map<string, { bytes: Uint8Array; writtenAt: number }>()
  return {
    write: async (id, bytes) => void files.set(id, { bytes: Uint8Array.from(bytes), writtenAt: now() }),
    read: async (id) => files.get(id)?.bytes,
    remove: async (id) => void files.delete(id),
    list: async () => [...files].map(([id, { writtenAt }]) => ({ id, writtenAt })),
  }
}
