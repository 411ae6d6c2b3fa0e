import { readFileSync, readlinkSync } from 'node:fs'
import { lstat, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** What a directory is made for. */
type ScratchKind = 'profile' | 'trial' | 'isolation' | 'secret'

const name = /^farthing-(?:profile|trial|isolation|secret)-(?:(?<pids>\d+)\.(?<pid>\d+)\.(?<start>\d+)-)?[A-Za-z0-9]{6}$/
/** Milliseconds after which a directory is left over whose process can't be seen from here. A browser never lives that long. */
const forgottenMs = 86_400_000

/**
 * Makes a temporary directory whose name says which process made it: by the namespace of its process id, the id, and when it started.
 * A killed process leaves its directories, and `removeLeftovers` has to know them.
 */
export function makeScratch(parent: string, kind: ScratchKind): Promise<string> {
  return mkdtemp(join(parent, `farthing-${kind}-${ourPids()}.${process.pid}.${ourStart()}-`))
}

/**
 * Removes directories of processes that have ended, if they belong to one of these users. A process in another namespace, such as a
 * container with the same temporary directory, can't be seen: its directories stay for a day after their last change.
 */
export async function removeLeftovers(parent: string, uids: readonly number[], now: number): Promise<void> {
  for (const entry of await readdir(parent).catch(() => [])) {
    const match = name.exec(entry)
    if (match === null) continue
    const path = join(parent, entry)
    const found = await lstat(path).catch(() => null)
    if (!found?.isDirectory() || !uids.includes(found.uid)) continue
    const { pids, pid, start } = match.groups ?? {}
    const isLeft =
      pids !== '0' && pids === ourPids() ? (await startOfProcess(pid ?? '')) !== start : now - (await lastChange(path)) > forgottenMs
    if (isLeft) await rm(path, { recursive: true, force: true, maxRetries: 3 }).catch(() => {})
  }
}

/** On a machine without `/proc`, directories stay for a day. */
function ofThisProcess(read: () => string): string {
  try {
    return read()
  } catch {
    return '0'
  }
}

const ourPids = () => ofThisProcess(() => /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '0')
const ourStart = () => ofThisProcess(() => startOf(readFileSync('/proc/self/stat', 'utf8')))

/** When a process started, in ticks since the machine did: an id is given to another process after some time. Null where there is none. */
async function startOfProcess(pid: string): Promise<string | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  return stat === null ? null : startOf(stat)
}

/** The 22nd field; the second one, in brackets, may contain anything. */
const startOf = (stat: string): string => stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''

/** Of the directory, or of a profile in it. */
async function lastChange(path: string): Promise<number> {
  const found = await Promise.all([path, join(path, 'profile')].map((one) => lstat(one).catch(() => null)))
  return Math.max(...found.map((one) => one?.mtimeMs ?? 0))
}
