import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Store } from '../store.ts'
import { createCheckpointer, pagesAtMost } from './checkpointer.ts'
import { lockDirectory } from './directory-lock.ts'
import { createSqliteStore, type SqliteStoreParts } from './sqlite-store.ts'

export interface SqliteStoreOptions extends SqliteStoreParts {
  /** Made when it is missing, readable for its owner only: signatures and answers lie in it. */
  readonly directory: string
}

export interface SqliteStore extends Store {
  /** The database file, for readers in a worker. */
  readonly file: string
}

/**
 * Pages of hot tables and of the upper floors of indexes that are not read from the file again. The engine's own 2 MB hold few;
 * of many, each commit looks through all.
 */
const cacheKilobytes = 8_192

/**
 * Opens, or makes, `farthing.db` in the data directory: WAL, every commit on disk before it is told of (synchronous FULL).
 * @throws StoreLocked when another process writes there.
 * @throws MigrationRefused when the database does not fit this version of the code.
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<SqliteStore> {
  const { directory, log } = options
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const lock = lockDirectory(directory)
  const file = join(directory, 'farthing.db')
  let database: DatabaseSync | undefined
  try {
    // The lock makes us the only writer; the short wait is for a person with a SQLite shell, and it holds the event loop.
    const opened = (database = new DatabaseSync(file, { timeout: 20, readBigInts: true, enableForeignKeyConstraints: true }))
    opened.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 67108864')
    opened.exec(`PRAGMA cache_size = -${cacheKilobytes}; PRAGMA wal_autocheckpoint = ${pagesAtMost}`)
    const mode = opened.prepare('PRAGMA journal_mode').get()?.['journal_mode']
    if (mode !== 'wal') throw new Error(`the file system of the data directory does not allow WAL (journal mode is ${String(mode)})`)
    const checkpointer = createCheckpointer({ database: opened, file, log })
    const store = createSqliteStore(opened, { ...options, committed: checkpointer.committed }, () => {
      checkpointer.close()
      opened.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    })
    return {
      ...store,
      file,
      async close() {
        try {
          await store.close()
        } finally {
          lock.release()
        }
        log.debug({}, 'store closed')
      },
    }
  } catch (error) {
    if (database?.isOpen) database.close()
    lock.release()
    throw error
  }
}
