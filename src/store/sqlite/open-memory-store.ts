import { DatabaseSync } from 'node:sqlite'
import type { Store } from '../store.ts'
import { createSqliteStore, type SqliteStoreParts } from './sqlite-store.ts'

export interface MemoryStoreOptions extends SqliteStoreParts {
  /** What an earlier store gave from `serialize()`: the database after a power loss. */
  readonly image?: Uint8Array
}

export interface MemoryStore extends Store {
  /**
   * All that is committed, as bytes; what still waits in the queue is not in it, as in a power loss.
   */
  serialize(): Uint8Array
}

/** The same engine without a disk, for tests and the simulator. */
export function openMemoryStore(options: MemoryStoreOptions): MemoryStore {
  const database = new DatabaseSync(':memory:', { readBigInts: true, enableForeignKeyConstraints: true })
  if (options.image) database.deserialize(options.image)
  const store = createSqliteStore(database, options)
  return {
    ...store,
    serialize() {
      // Inside a group the image would hold what is not committed yet.
      if (database.isTransaction) throw new Error('serialize() was called from within a unit')
      return database.serialize()
    },
  }
}
