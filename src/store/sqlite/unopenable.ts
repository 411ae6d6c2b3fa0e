import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { OperatorError } from '../../shared/operator-error.ts'

/** The system does not let this process open a file of the data directory. The message says which one, why, and what to do. */
export class Unopenable extends OperatorError {
  override readonly name = 'Unopenable'
}

/** Of SQLite: a file is open for reading only though it was to be written; a file can't be opened. */
const refusals = new Set([8, 14])
const denials = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'])
const { R_OK, W_OK, X_OK } = constants

/**
 * An error with which a database could not be opened, as a sentence for the operator where the system refused it: the engine itself says no
 * more than "unable to open database file". Other errors are given as they are.
 */
export function explained(error: unknown, file: string, access: 'read' | 'write'): unknown {
  const { errcode, code } = (error ?? {}) as { errcode?: unknown; code?: unknown }
  if (!denials.has(String(code)) && !(typeof errcode === 'number' && refusals.has(errcode & 0xff))) return error
  return new Unopenable(`${file} can't be opened: ${reasonOf(file, access) ?? (error as Error).message}`, { cause: error })
}

/** Whether the file is there. @throws Unopenable where this user may not look */
export function isThere(file: string): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false }) !== undefined
  } catch (error) {
    throw explained(error, file, 'read')
  }
}

function reasonOf(file: string, access: 'read' | 'write'): string | null {
  const directory = dirname(file)
  const wanted = access === 'write' ? R_OK | W_OK : R_OK
  const places = [
    [above(directory), X_OK],
    [directory, wanted | X_OK],
    ...[file, `${file}-wal`, `${file}-shm`].map((path) => [path, wanted] as const),
  ] as const
  for (const [path, right] of places) {
    if (path !== directory && !existsSync(path)) continue
    if ((right & X_OK) !== 0 && statSync(path, { throwIfNoEntry: false })?.isFile()) return `${path} is a file: set DATA_DIR to a directory`
    const why = objectionTo(path, right, directory)
    if (why !== null) return why
  }
  return null
}

/** The nearest directory above that is there. */
function above(path: string): string {
  const parent = dirname(path)
  return parent === path || existsSync(parent) ? parent : above(parent)
}

function objectionTo(path: string, right: number, directory: string): string | null {
  try {
    accessSync(path, right)
    return null
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return `there is no directory ${directory}: make it for the user of the service, or set DATA_DIR to another one`
    if (code === 'EROFS')
      return `the file system of ${path} is mounted for reading only: mount it for writing, or set DATA_DIR to another place`
    const [user, group] = [process.geteuid?.(), process.getegid?.()]
    const mend = `chown -R ${user}:${group} ${directory}`
    const there = statSync(path, { throwIfNoEntry: false })
    const owner = there === undefined ? 'another user' : `user ${there.uid} (mode ${(there.mode & 0o777).toString(8)})`
    return `${path} belongs to ${owner}, and this process runs as user ${user}. Run it as the user of the service, or give the service its files: ${mend}`
  }
}
