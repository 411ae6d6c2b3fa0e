import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createDatabase } from '../../../src/store/postgres/start-postgres.fixture.ts'
import { freePort } from '../../../bench/harness/free-port.ts'
import type { PostgresPrograms } from '../../failover/postgres-programs.ts'

interface Started extends AsyncDisposable {
  readonly port: number
}

export interface StockServer extends Started {
  createDatabase(): Promise<string>
}

export interface StockPooler extends Started {
  /** The address of a database by way of the pooler. */
  through(url: string): string
  /** Sends its clients to the server on another port from now on, as the one who promotes a standby does. */
  leadTo(port: number): void
}

/** Neither runs as root. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/** A server with the settings that the package gives it, on a free port. */
export async function startStockPostgres({ bin, options }: PostgresPrograms): Promise<StockServer> {
  const directory = ownDirectory()
  const data = join(directory, 'data')
  const user = ['--auth=trust', '--username=farthing', '--encoding=UTF8', '--locale=C']
  const made = spawnSync(join(bin, 'initdb'), ['-D', data, ...user], { ...options, cwd: directory })
  if (made.status !== 0) throw new Error(`initdb failed: ${String(made.stderr)}`)
  const port = await freePort()
  const places = ['-p', `${port}`, '-c', 'listen_addresses=127.0.0.1', '-c', `unix_socket_directories=${directory}`]
  const child = spawn(join(bin, 'postgres'), ['-D', data, ...places], { ...options, cwd: directory, stdio: 'ignore' })
  const started = await untilAnswering(child, { directory, port, signal: 'SIGINT', database: 'postgres' })
  let databases = 0
  return { ...started, createDatabase: () => createDatabase(port, `stock_${++databases}`) }
}

/** A pooler with its default settings, but for the transactions that share connections. */
export async function startPgBouncer(command: readonly string[], server: number): Promise<StockPooler> {
  const directory = ownDirectory()
  const port = await freePort()
  const file = join(directory, 'pgbouncer.ini')
  const users = join(directory, 'users.txt')
  const settings = [
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = trust',
    `auth_file = ${users}`,
    'pool_mode = transaction',
    // After a failover it would not try the new server for 15 seconds (docs/operate/failover.md).
    'server_login_retry = 1',
  ]
  const write = (to: number) => {
    writeFileSync(file, `[databases]\n* = host=127.0.0.1 port=${to}\n[pgbouncer]\n${settings.join('\n')}\n`)
    chmodSync(file, 0o644)
  }
  write(server)
  writeFileSync(users, '"farthing" ""\n')
  chmodSync(users, 0o644)
  const [program, ...args] = command
  const child = spawn(program!, [...args, '-q', file], { ...nobody, stdio: 'ignore' })
  const started = await untilAnswering(child, { directory, port, signal: 'SIGKILL', database: 'pgbouncer' })
  return {
    ...started,
    through(url) {
      const way = new URL(url)
      way.port = `${port}`
      return way.href
    },
    leadTo(to) {
      write(to)
      child.kill('SIGHUP')
    },
  }
}

function ownDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'farthing-stock-'))
  if (nobody.uid !== undefined) chownSync(directory, nobody.uid, nobody.gid)
  return directory
}

interface Starting {
  readonly directory: string
  readonly port: number
  /** Ends it. */
  readonly signal: NodeJS.Signals
  /** Answers as soon as it is ready. */
  readonly database: string
}

async function untilAnswering(child: ChildProcess, { directory, port, signal, database }: Starting): Promise<Started> {
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  const answers = async () => {
    const client = new pg.Client(`postgres://farthing@127.0.0.1:${port}/${database}`)
    client.on('error', () => {})
    return client.connect().then(
      () => client.end().then(() => true),
      // It takes connections, and knows no database of that name.
      (error: unknown) => error instanceof pg.DatabaseError && error.code !== '57P03',
    )
  }
  while (!(await answers())) {
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended with ${child.exitCode}`)
    await sleep(50)
  }
  return {
    port,
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
      process.off('exit', kill)
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
