import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import type { Timers } from '../../../src/goods/kit/parts.ts'
import { type PrivateNetwork, receiveNetwork } from '../../../src/goods/kit/sites.ts'
import { browserArguments } from './browser-arguments.ts'
import { BrowserGone, openDevtoolsPipe, type DevtoolsPipe } from './devtools-pipe.ts'
import { emptyEnvironment, type Isolation } from './isolation.ts'
import { childrenOf } from './process-memory.ts'
import { inPrivateRoot } from './private-root.ts'
import { makeScratch } from '../installation/scratch.ts'
import { systemFontDirectory } from '../installation/install-fonts.ts'

/** What a browser is started from. */
export interface BrowserInstallation {
  readonly path: string
  /** A directory of shared libraries that the machine lacks; null where it has them all. */
  readonly libraries: string | null
  /** The configuration for fontconfig; the fonts are beside it. */
  readonly fontConfig: string
  readonly isolation: Isolation
  /** Where its profile is made. */
  readonly scratch: string
  /** A Node that its user can run, for the socket in its network. */
  readonly node: string
}

/** A running browser with an empty profile. */
export interface RunningBrowser {
  readonly pid: number
  readonly pipe: DevtoolsPipe
  /** Where the proxy of a page is reached; null for a browser in the network of this machine. */
  readonly network: PrivateNetwork | null
  /** Kills the browser with all its processes and removes its profile. Resolves when they are gone. */
  close(): Promise<void>
}

const startMs = 20_000
const niceness = '10'

/**
 * Starts a browser, and waits until it answers.
 * @throws BrowserGone with the end of what it wrote to its error output, for the log
 */
export async function launchBrowser(installation: BrowserInstallation, timers: Timers): Promise<RunningBrowser> {
  const { isolation, path } = installation
  const home = await makeScratch(installation.scratch, 'profile')
  const [profile, root] = [join(home, 'profile'), join(home, 'root')]
  for (const directory of [profile, root]) await mkdir(directory, { mode: 0o700 })
  if (isolation.user) for (const one of [profile, root, home]) await chown(one, isolation.user.uid, isolation.user.gid)
  const [program = '', ...args] = commandLine(installation, profile, root)
  const child: ChildProcess = spawn(program, args, {
    env: environment(installation, profile),
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe', isolation.network ? 'ipc' : 'ignore'],
    // A signal for our process group must not end it before the calls that use it.
    detached: true,
    cwd: '/',
    ...isolation.user,
  })
  const errors = keepEnd(child.stderr as Readable)
  const exited = once(child, 'exit').catch(() => {})
  const pipe = openDevtoolsPipe(child.stdio[3] as Writable, child.stdio[4] as Readable)
  child.on('error', () => pipe.close())
  void exited.then(() => pipe.close())
  const received = isolation.network ? receiveNetwork(child) : Promise.resolve(null)
  let closing: Promise<void> | null = null
  const close = () => (closing ??= end())
  async function end(): Promise<void> {
    pipe.close()
    if (child.pid !== undefined) await kill(child.pid, isolation)
    await exited
    void received.then((network) => network?.close())
    await rm(home, { recursive: true, force: true, maxRetries: 3 })
  }
  const cancel = timers.after(startMs, () => pipe.close())
  try {
    await pipe.send('Browser.getVersion')
    return { pid: child.pid ?? 0, pipe, network: await received, close }
  } catch (error) {
    await close()
    throw new BrowserGone(`${path} did not start: ${errors()}`, { cause: error })
  } finally {
    cancel()
  }
}

function commandLine(
  { path, libraries, fontConfig, isolation, node }: BrowserInstallation,
  profile: string,
  root: string,
): readonly string[] {
  const browser = [path, ...browserArguments(profile)]
  const visible = new Set([dirname(path), dirname(fontConfig), profile, ...(libraries === null ? [] : [libraries])])
  // The private root has all of /usr already.
  const directories = [...visible].filter((one) => !one.startsWith('/usr/') && one !== systemFontDirectory)
  return [
    'nice',
    '-n',
    niceness,
    ...(isolation.namespaces ? inPrivateRoot({ root, directories, network: isolation.network ? node : null }, browser) : browser),
  ]
}

function environment({ fontConfig, libraries }: BrowserInstallation, profile: string): Record<string, string> {
  return {
    ...emptyEnvironment,
    HOME: profile,
    XDG_CACHE_HOME: profile,
    FONTCONFIG_FILE: fontConfig,
    TZ: 'UTC',
    ...(libraries === null ? {} : { LD_LIBRARY_PATH: libraries }),
  }
}

/**
 * Kills all processes of a browser. With a process table of its own, its first process is killed: the kernel then ends and
 * removes all others, and `unshare` waits for the first one, so nothing is left for init to remove. Otherwise the process
 * group is killed, which the browser has for itself.
 */
async function kill(pid: number, { namespaces }: Isolation): Promise<void> {
  const first = namespaces ? await childrenOf(pid) : []
  for (const one of first.length > 0 ? first : [-pid]) {
    try {
      process.kill(one, 'SIGKILL')
    } catch {
      // It has ended already.
    }
  }
}

/** Reads a stream to its end and keeps the last words. */
function keepEnd(stream: Readable): () => string {
  let text = ''
  stream.on('data', (chunk: Buffer) => (text = (text + chunk.toString('utf8')).slice(-2_000)))
  stream.on('error', () => {})
  return () => text.trim()
}
