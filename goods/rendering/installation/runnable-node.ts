import { copyFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { canAs } from './browser-places.ts'
import { readableByAll, setMode } from './browser-directory.ts'
import type { BrowserUser } from './browser-user.ts'

/** Bytes that a copy of this Node takes, for a user that can't run it where it is; otherwise none. */
export async function bytesOfNode(user: BrowserUser | null): Promise<number> {
  return (await canRun(user)) ? 0 : (await stat(process.execPath)).size
}

/**
 * A Node that the browser's user can run, for the socket in the browser's network: this one, or a copy of it. In a home such as
 * `/root`, or installed with a strict umask, it is closed to other users.
 */
export async function runnableNode(user: BrowserUser | null, installation: string): Promise<string> {
  if (await canRun(user)) return process.execPath
  const copy = join(installation, `node-${process.version}`)
  const [ours, kept] = await Promise.all([stat(process.execPath), stat(copy).catch(() => null)])
  if (kept?.size === ours.size && kept.mtimeMs >= ours.mtimeMs) return copy
  const unfinished = `${copy}.${process.pid}`
  try {
    await copyFile(process.execPath, unfinished)
    await setMode(unfinished, readableByAll)
    await rename(unfinished, copy)
  } finally {
    await rm(unfinished, { force: true })
  }
  return copy
}

async function canRun(user: BrowserUser | null): Promise<boolean> {
  return user === null || (await canAs(user, 'test -x "$1"', process.execPath))
}
