import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** The processes that use a directory. The supervisor writes it as soon as its nodes are spawned, and removes it when they are gone. */
export interface Pidfile {
  readonly supervisor: number
  /** The process that the supervisor works for. */
  readonly owner: number
  readonly nodes: readonly number[]
}

/** @throws when another supervisor was faster. */
export function writePidfile(file: string, pids: Pidfile): void {
  writeFileSync(file, JSON.stringify(pids), { flag: 'wx' })
}

function readPidfile(file: string): Pidfile | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Pidfile
  } catch {
    return null
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  return !isZombie(pid)
}

/** A process that has ended and whose parent has not yet collected its exit status. */
function isZombie(pid: number): boolean {
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** Process ids are reused, so a pid counts only while its command line contains our directory. */
function isOurs(pid: number, directory: string): boolean {
  try {
    return isAlive(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(directory)
  } catch {
    return false
  }
}

async function waitUntilGone(pids: readonly number[], directory: string, ms: number): Promise<readonly number[]> {
  const rounds = Math.ceil(ms / 50)
  let left = pids.filter((pid) => isOurs(pid, directory))
  for (let round = 0; round < rounds && left.length > 0; round++) {
    await sleep(50)
    left = left.filter((pid) => isOurs(pid, directory))
  }
  return left
}

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch {
      // The process has ended in the meantime.
    }
  }
}

/**
 * Ends the processes that an earlier supervisor left behind in this directory, and gives its nodes time to save their state.
 * @throws when the directory is in use by a living process.
 */
export async function reapLeftovers(file: string, directory: string): Promise<void> {
  const pids = readPidfile(file)
  if (pids !== null) {
    if (isOurs(pids.supervisor, directory)) {
      if (isAlive(pids.owner)) throw new Error(`the sandbox directory ${directory} is in use by process ${pids.owner}`)
      // Its owner is gone, so the supervisor is saving and about to end.
      signal(await waitUntilGone([pids.supervisor], directory, 15_000), 'SIGKILL')
    }
    const left = pids.nodes.filter((pid) => isOurs(pid, directory))
    signal(left, 'SIGTERM')
    signal(await waitUntilGone(left, directory, 8_000), 'SIGKILL')
  }
  rmSync(file, { force: true })
}
