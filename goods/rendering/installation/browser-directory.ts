import { chmod, lstat, mkdir, mkdtemp, readdir, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** All may read and enter, or read and run, and only we may write. The service's umask leaves others nothing, so modes are set and not only asked for. */
export const readableByAll = 0o755
const writableByOthers = 0o022
const sticky = 0o1000
const modeBits = 0o777

/**
 * Makes a directory that all may read and only we may write. The browser runs as another user, and reads its own files there.
 * One of an earlier version that others can't read is opened to them.
 * @throws when somebody else could have written to it
 */
export async function openBrowserDirectory(path: string): Promise<string> {
  const first = await mkdir(path, { recursive: true, mode: readableByAll })
  // The parents that were made on the way are ours too, and lead there.
  if (first !== undefined) for (let at = path; at.length >= first.length; at = dirname(at)) await chmod(at, readableByAll)
  if (!(await isOurs(path)))
    throw new Error(`${path} must be a directory that only this user can write to: name another one in BROWSER_DIR`)
  const open = await replaceableAbove(path)
  if (open !== null) throw new Error(`others can replace ${path}, because they can write to ${open}: name another one in BROWSER_DIR`)
  await setMode(path, readableByAll)
  return path
}

/**
 * The same in a directory that all may write to. Another user may have taken the name, which can be foreseen: then ours is one beside it with
 * a name that can't be foreseen, and it is found again by its owner.
 */
export async function openOwnDirectory(path: string): Promise<string> {
  const there = await lstat(path).catch(() => null)
  if (there === null || (there.isDirectory() && there.uid === process.getuid?.())) return openBrowserDirectory(path)
  const prefix = `${basename(path)}-`
  for (const name of await readdir(dirname(path)).catch(() => [])) {
    const other = join(dirname(path), name)
    if (name.startsWith(prefix) && (await isOurs(other))) return openBrowserDirectory(other)
  }
  return openBrowserDirectory(await mkdtemp(join(dirname(path), prefix)))
}

/** Whether a path is itself a directory, and no link to one, that only we can write to. */
async function isOurs(path: string): Promise<boolean> {
  const found = await lstat(path)
  return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & writableByOthers) === 0
}

/** A directory above a path in which others can put something in its place; null where there is none. In `/tmp` they can't: it is sticky. */
async function replaceableAbove(path: string): Promise<string | null> {
  for (let at = dirname(await realpath(path)); ; at = dirname(at)) {
    const { mode } = await stat(at)
    if ((mode & writableByOthers) !== 0 && (mode & sticky) === 0) return at
    if (at === '/') return null
  }
}

/** Gives a file or directory of ours a mode, whatever the umask was when it was made. On a read-only file system it may have it already. */
export async function setMode(path: string, mode: number): Promise<void> {
  if (((await stat(path)).mode & modeBits) !== mode) await chmod(path, mode)
}
