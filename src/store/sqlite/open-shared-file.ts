import { DatabaseSync } from 'node:sqlite'
import type { SqliteTransaction } from '../store.ts'
import { createTransaction } from './transaction.ts'

/** A small database that several processes write to, one after the other. */
export interface SharedFile {
  /**
   * Runs some work in a transaction that no other overlaps, in this process or another, and returns when it is on disk. Waits for
   * others as long as `patienceMs`. @throws what the work throws (nothing of it is kept then), or the error of SQLite.
   */
  exclusive<T>(work: (transaction: SqliteTransaction) => T): T
  close(): void
}

/** How long somebody waits for another process to be done; each holds the file for milliseconds. */
const patienceMs = 10_000

/** Opens the file, makes it where there is none, and brings it to its schema (statements that may be run again). */
export function openSharedFile(path: string, schema: string): SharedFile {
  const database = new DatabaseSync(path, { timeout: patienceMs, readBigInts: true })
  // A journal that is deleted needs no other files beside it, which another user's umask could spoil.
  database.exec('PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL')
  const transaction = createTransaction(database)

  function exclusive<T>(work: (transaction: SqliteTransaction) => T): T {
    // At once for writing: one that began by reading could find its turn gone.
    database.exec('BEGIN IMMEDIATE')
    try {
      const result = work(transaction)
      database.exec('COMMIT')
      return result
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK')
      throw error
    }
  }

  exclusive(() => database.exec(schema))
  return {
    exclusive,
    close() {
      if (database.isOpen) database.close()
    },
  }
}
