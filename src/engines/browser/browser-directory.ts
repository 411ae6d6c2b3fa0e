import { chmod, lstat, mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** All may read and enter, or read and run, and only we may write. The service's umask leaves others nothing, so modes are set and not only asked for. */
export const readableByAll = 0o755
const writableByOthers = 0o022
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
  const found = await lstat(path)
  if (!found.isDirectory() || found.uid !== process.getuid?.() || (found.mode & writableByOthers) !== 0) {
    throw new Error(`${path} must be a directory that only this user can write to: name another one in BROWSER_DIR`)
  }
  await setMode(path, readableByAll)
  return path
}

/** Gives a file or directory of ours a mode, whatever the umask was when it was made. On a read-only file system it may have it already. */
export async function setMode(path: string, mode: number): Promise<void> {
  if (((await stat(path)).mode & modeBits) !== mode) await chmod(path, mode)
}
