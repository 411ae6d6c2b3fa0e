import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Store } from '../store.ts'
import { createCheckpointer, pagesAtMost } from './checkpointer.ts'
import { lockDirectory } from './directory-lock.ts'
import { createSqliteStore, type SqliteDisk, type SqliteStoreParts } from './sqlite-store.ts'
import { openWalOnDisk } from './wal-on-disk.ts'

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

function openDisk(database: DatabaseSync, file: string, { log }: SqliteStoreOptions): SqliteDisk {
  const wal = openWalOnDisk(file)
  const checkpointer = createCheckpointer({ file, log })
  // From here on the engine leaves it to us to wait for the disk after a COMMIT; around a checkpoint it still does so itself.
  database.exec('PRAGMA synchronous = NORMAL')
  return {
    sync: wal.sync,
    committed: checkpointer.committed,
    close() {
      checkpointer.close()
      wal.close()
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    },
  }
}

/**
 * Opens, or makes, `farthing.db` in the data directory: WAL, every commit on the disk before anybody is told of it.
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
    const store = createSqliteStore(opened, options, () => openDisk(opened, file, options))
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
