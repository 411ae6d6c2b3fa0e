import { chownSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** Files that a command of root makes in the directory of a service belong to the service's user too, since the service must open them. */
export function giveToOwnerOf(directory: string, ...files: readonly string[]): void {
  if (process.geteuid?.() !== 0) return
  const { uid, gid } = statSync(directory)
  if (uid !== 0) for (const file of files) chownSync(file, uid, gid)
}

/** Makes an empty file that only its owner can open, whatever the umask is; does nothing where there is one. SQLite gives its journals the mode of their database. */
export function makeOwnFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return
    throw error
  }
  giveToOwnerOf(dirname(file), file)
}

/** Makes a directory, and those above it, for the owner of the one that is there already. Its owner only can enter it. */
export function makeOwnDirectory(directory: string): void {
  const first = mkdirSync(directory, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let made = directory; made.length >= first.length; made = dirname(made)) giveToOwnerOf(dirname(first), made)
}
