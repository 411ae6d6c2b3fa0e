import type { MemoryStore } from '../../src/store/sqlite/open-memory-store.ts'

/** The server, as the ports of the instances know it. */
export interface DatabaseServer {
  readonly up: boolean
  /** Another number each time it went away: a connection of before is of no use any more. */
  readonly era: number
  readonly store: MemoryStore
  /** A port could not do as it was told. */
  failed(): void
}
