import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createDatabase } from '../../src/store/postgres/start-postgres.fixture.ts'
import { freePort } from '../../bench/harness/free-port.ts'

/** The programs of a distribution's PostgreSQL, as Debian installs it; undefined where there is none. */
export const stockPostgres = globSync('/usr/lib/postgresql/*/bin').toSorted().at(-1)

/** PgBouncer of the distribution, and another one that `PGBOUNCER` names. */
export const poolers = [{ name: 'PgBouncer of the distribution', program: '/usr/sbin/pgbouncer' }, ...ownPooler()].filter(({ program }) =>
  existsSync(program),
)

function ownPooler() {
  const program = process.env['PGBOUNCER']
  return program === undefined ? [] : [{ name: `PgBouncer at ${program}`, program }]
}

export interface Started extends AsyncDisposable {
  readonly port: number
}

export interface StockServer extends Started {
  createDatabase(): Promise<string>
}

/** Neither runs as root. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/** A server with the settings that the package gives it, on a free port. */
export async function startStockPostgres(programs: string): Promise<StockServer> {
  const directory = ownDirectory()
  const data = join(directory, 'data')
  const made = spawnSync(
    join(programs, 'initdb'),
    ['-D', data, '--auth=trust', '--username=farthing', '--encoding=UTF8', '--locale=C'],
    nobody,
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${String(made.stderr)}`)
  const port = await freePort()
  const places = ['-p', `${port}`, '-c', 'listen_addresses=127.0.0.1', '-c', `unix_socket_directories=${directory}`]
  const started = await start(join(programs, 'postgres'), ['-D', data, ...places], directory, port, 'SIGINT')
  let databases = 0
  return Object.assign(started, { createDatabase: () => createDatabase(port, `stock_${++databases}`) })
}

/** A pooler with its default settings, but for the transactions that share connections. */
export async function startPgBouncer(program: string, server: number): Promise<Started> {
  const directory = ownDirectory()
  const port = await freePort()
  const file = join(directory, 'pgbouncer.ini')
  const users = join(directory, 'users.txt')
  const settings = `listen_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =\nauth_type = trust\nauth_file = ${users}\npool_mode = transaction`
  writeFileSync(file, `[databases]\n* = host=127.0.0.1 port=${server}\n[pgbouncer]\n${settings}\n`)
  writeFileSync(users, '"farthing" ""\n')
  for (const path of [file, users]) chmodSync(path, 0o644)
  return start(program, ['-q', file], directory, port, 'SIGKILL', '/pgbouncer')
}

function ownDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'farthing-stock-'))
  if (nobody.uid !== undefined) chownSync(directory, nobody.uid, nobody.gid)
  return directory
}

async function start(
  program: string,
  args: readonly string[],
  directory: string,
  port: number,
  signal: NodeJS.Signals,
  database = '/postgres',
): Promise<Started> {
  const child = spawn(program, [...args], { ...nobody, stdio: 'ignore' })
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  const answers = async () => {
    const client = new pg.Client(`postgres://farthing@127.0.0.1:${port}${database}`)
    client.on('error', () => {})
    return client.connect().then(
      () => client.end().then(() => true),
      // It takes connections, and knows no database of that name.
      (error: unknown) => error instanceof pg.DatabaseError && error.code !== '57P03',
    )
  }
  while (!(await answers())) {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}`)
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
