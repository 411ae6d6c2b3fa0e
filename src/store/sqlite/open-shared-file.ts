import { DatabaseSync } from 'node:sqlite'
import { makeOwnFile } from '../own-files.ts'
import type { SqliteTransaction } from '../store.ts'
import { createTransaction } from './transaction.ts'

/** A small database that several processes write to, one after the other. */
export interface SharedFile {
  /**
   * Runs some work in a transaction that no other overlaps, in this process or another, and returns when it is on disk. Waits for
   * others as long as `maxWaitMs`. @throws what the work throws (nothing of it is kept then), or the error of SQLite.
   */
  exclusive<T>(work: (transaction: SqliteTransaction) => T): T
  close(): void
}

/** How long a process waits for others. Each holds the file for milliseconds. */
const maxWaitMs = 10_000

/** Opens the file, makes it where there is none, and brings it to its schema (statements that may be run again). */
export function openSharedFile(path: string, schema: string): SharedFile {
  makeOwnFile(path)
  const database = new DatabaseSync(path, { timeout: maxWaitMs, readBigInts: true })
  // This journal mode needs no lasting files beside the database, which another user's umask could make unreadable.
  database.exec('PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL')
  const transaction = createTransaction(database)

  function exclusive<T>(work: (transaction: SqliteTransaction) => T): T {
    // It takes the write lock at once: a transaction that begins by reading could fail to get it later.
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
