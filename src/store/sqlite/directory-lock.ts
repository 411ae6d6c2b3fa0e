import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StoreLocked } from '../store.ts'
import { giveToOwnerOf, makeOwnFile } from '../own-files.ts'
import { explained } from './unopenable.ts'

export interface DirectoryLock {
  release(): void
}

const sqliteBusy = 5

/**
 * Holds a data directory for the one process that writes. The lock is a file lock of the operating system, taken by SQLite
 * on `lock.db` for as long as a transaction stays open. It ends with the process, however that ends, so it is never stale.
 * The pid is in a file of its own, since closing any handle on `lock.db` in this process would drop the lock (POSIX).
 * @throws StoreLocked when another process, or another store of this one, has it; Unopenable where this user may not write there.
 */
export function lockDirectory(directory: string): DirectoryLock {
  const writerFile = join(directory, 'writer.pid')
  const file = join(directory, 'lock.db')
  let database: DatabaseSync | undefined
  try {
    makeOwnFile(file)
    database = new DatabaseSync(file, { timeout: 0 })
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    writeFileSync(writerFile, `${process.pid}\n`, { mode: 0o600 })
    giveToOwnerOf(directory, writerFile)
    return heldBy(database, writerFile)
  } catch (cause) {
    database?.close()
    if ((cause as { errcode?: number }).errcode !== sqliteBusy) throw explained(cause, file, 'write')
    throw new StoreLocked(
      `${writer(writerFile)} already writes to ${directory}. Stop it, or give this process its own data directory (DATA_DIR)`,
      { cause },
    )
  }
}

function heldBy(database: DatabaseSync, writerFile: string): DirectoryLock {
  return {
    release() {
      if (!database.isOpen) return
      rmSync(writerFile, { force: true })
      database.close()
    },
  }
}

function writer(file: string): string {
  try {
    return `Another process (pid ${readFileSync(file, 'utf8').trim()})`
  } catch {
    return 'Another process'
  }
}
