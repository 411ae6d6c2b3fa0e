import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { makeOwnFile } from '../own-files.ts'
import { lockDirectory } from './directory-lock.ts'

/** All pages in one step: a copy in several would begin again at each write to the source. */
const allPages = 2 ** 31 - 1

/**
 * Copies the database of a directory in which another process may be writing, as it is at one moment, over that of a directory
 * that nobody uses. A copy that is not finished changes nothing.
 * @returns false when there is nothing to copy
 * @throws StoreLocked when a process writes to the target
 */
export async function copyStore(from: string, to: string): Promise<boolean> {
  const source = join(from, 'farthing.db')
  if (!existsSync(source)) return false
  mkdirSync(to, { recursive: true, mode: 0o700 })
  const lock = lockDirectory(to)
  const draft = join(to, 'farthing.db.new')
  try {
    rmSync(draft, { force: true })
    makeOwnFile(draft)
    const database = new DatabaseSync(source, { readOnly: true, timeout: 1_000 })
    try {
      await backup(database, draft, { rate: allPages })
    } finally {
      database.close()
    }
    const target = join(to, 'farthing.db')
    // What the old database had not yet written into its file must not be taken for a part of the new one.
    for (const file of [target, `${target}-wal`, `${target}-shm`]) rmSync(file, { force: true })
    renameSync(draft, target)
    return true
  } finally {
    rmSync(draft, { force: true })
    lock.release()
  }
}
