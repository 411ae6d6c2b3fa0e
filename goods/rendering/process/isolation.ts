import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, readlink, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { BrowserUser } from '../installation/browser-user.ts'
import { receiveNetwork } from '../../../src/goods/kit/sites.ts'
import { inPrivateRoot } from './private-root.ts'
import { makeScratch } from '../installation/scratch.ts'

/**
 * What keeps a broken browser from our files and processes, besides the browser's own sandbox: `namespaces` is a private
 * root and process table, `network` a network that has nothing but our proxy (only with `namespaces`), `user` is a user of its
 * own. All are used that are possible.
 */
export interface Isolation {
  readonly namespaces: boolean
  readonly network: boolean
  readonly user: BrowserUser | null
}

/** The smallest environment: no variable of ours reaches the browser. */
export const emptyEnvironment = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LANG: 'en_US.UTF-8' } as const

const probeMs = 5_000

/** Arguments: a private file, our environment, and our network, which is empty where that is shared. */
const probe = 'if cat "$1" || cat "$2" || [ "$(readlink /proc/self/ns/net)" = "$3" ]; then echo reachable; else echo isolated; fi'

/** What a trial of the isolation needs of the machine. */
export interface IsolationParts {
  readonly user: BrowserUser | null
  /** A directory that this user can reach. */
  readonly scratch: string
  /** A Node that this user can run. */
  readonly node: string
}

/**
 * Tries what is possible on this machine. Each kind counts only if a probe in it can read neither a private file of ours
 * nor our environment.
 */
export async function detectIsolation({ user, scratch, node }: IsolationParts): Promise<Isolation> {
  const directory = await makeScratch(scratch, 'isolation')
  try {
    if (user) await chown(directory, user.uid, user.gid)
    const secret = await makeScratch(scratch, 'secret')
    try {
      const file = join(secret, 'probe')
      await writeFile(file, 'private', { mode: 0o600 })
      const look = ['/bin/sh', '-c', probe, 'sh', file, `/proc/${process.pid}/environ`]
      const ourNetwork = await readlink('/proc/self/ns/net').catch(() => '')
      const root = { root: directory, directories: [] }
      const namespaces = await holds(inPrivateRoot({ ...root, network: null }, [...look, '']), user)
      const network = namespaces && (await holds(inPrivateRoot({ ...root, network: node }, [...look, ourNetwork]), user, true))
      const userHolds = user !== null && (await holds([...look, ''], user))
      return { namespaces, network, user: userHolds ? user : null }
    } finally {
      await rm(secret, { recursive: true, force: true })
    }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** Whether anything keeps a broken browser from the keys and the ledger. */
export function isIsolated({ namespaces, user }: Isolation): boolean {
  return namespaces || user !== null
}

/** @param network whether the probe has to hand over a socket in a network of its own */
async function holds([program = '', ...args]: readonly string[], user: BrowserUser | null, network = false): Promise<boolean> {
  const child = spawn(program, args, {
    env: emptyEnvironment,
    stdio: ['ignore', 'pipe', 'ignore', 'ignore', 'ignore', network ? 'ipc' : 'ignore'],
    timeout: probeMs,
    killSignal: 'SIGKILL',
    ...user,
  })
  let said = ''
  child.stdout?.on('data', (piece: Buffer) => (said = (said + piece.toString()).slice(-100)))
  const received = network ? receiveNetwork(child) : null
  // Without its channel a child has no event `close`.
  const ended = Promise.all([once(child, 'exit'), once(child.stdout as Readable, 'close')])
  const code = await ended.then(([[exitCode]]) => exitCode as number | null).catch(() => null)
  const handed = await received
  handed?.close()
  return code === 0 && said.trim() === 'isolated' && (!network || handed !== null)
}
