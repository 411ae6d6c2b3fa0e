import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Store } from '../store.ts'
import { createWalCheckpointer, maxWalPages } from './wal-checkpointer.ts'
import { lockDirectory, type DirectoryLock } from './directory-lock.ts'
import { makeOwnDirectory, makeOwnFile } from '../own-files.ts'
import { createSqliteStore, type SqliteDisk, type SqliteStoreParts } from './sqlite-store.ts'
import { explained } from './unopenable.ts'
import { openWalOnDisk } from './wal-on-disk.ts'

export interface SqliteStoreOptions extends SqliteStoreParts {
  /** Made when it is missing, readable for its owner only, since it holds signatures and answers. */
  readonly directory: string
}

export interface SqliteStore extends Store {
  /** The database file, for readers in a worker. */
  readonly file: string
}

/**
 * A cache for the pages of hot tables and the upper levels of indexes. The engine's default of 2 MB holds few of them; a very large
 * one makes commits slower, since each of them goes through all its pages.
 */
const cacheKilobytes = 8_192

function openDisk(database: DatabaseSync, file: string, { log }: SqliteStoreOptions): SqliteDisk {
  const wal = openWalOnDisk(file)
  const checkpointer = createWalCheckpointer({ file, log })
  // From here on we wait for the disk after a COMMIT, and not the engine. Around a checkpoint the engine still does.
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
 * Opens, or makes, `farthing.db` in the data directory, with a WAL. Every commit is on the disk before a caller gets an answer.
 * @throws StoreLocked when another process writes there.
 * @throws Unopenable where this user may not write there.
 * @throws MigrationRefused when the database does not fit this version of the code.
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<SqliteStore> {
  const { directory, log } = options
  const file = join(directory, 'farthing.db')
  const lock = lockIn(directory, file)
  let database: DatabaseSync | undefined
  try {
    makeOwnFile(file)
    // The lock makes us the only writer. The short wait is for a person with a SQLite shell; it blocks the event loop.
    const opened = (database = new DatabaseSync(file, { timeout: 20, readBigInts: true, enableForeignKeyConstraints: true }))
    opened.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 67108864')
    opened.exec(`PRAGMA cache_size = -${cacheKilobytes}; PRAGMA wal_autocheckpoint = ${maxWalPages}`)
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
    throw explained(error, file, 'write')
  }
}

function lockIn(directory: string, file: string): DirectoryLock {
  try {
    makeOwnDirectory(directory)
  } catch (error) {
    throw explained(error, file, 'write')
  }
  return lockDirectory(directory)
}
