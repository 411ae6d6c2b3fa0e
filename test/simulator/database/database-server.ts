import type { MemoryStore } from '../../../src/store/sqlite/open-memory-store.ts'

/** The database server, as the ports of the instances see it. */
export interface DatabaseServer {
  readonly up: boolean
  /** Increases each time the server goes down. Connections of an earlier era are broken. */
  readonly era: number
  readonly store: MemoryStore
  /** Counts a failed statement. */
  failed(): void
}
