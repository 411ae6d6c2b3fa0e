import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { startPostgres } from '../../src/store/postgres/start-postgres.fixture.ts'

export interface DurablePostgres extends AsyncDisposable {
  readonly port: number
  /** Creates an empty database and returns its address. */
  createDatabase(): Promise<string>
  /** User and system time of all processes of the server since its start, in microseconds; each in steps of 10 ms. */
  cpuMicros(): number
}

/** Settings that make the tests' server fast and not durable. */
const notDurable = ['fsync=off', 'full_page_writes=off']
/** Clock ticks of /proc, on all systems where Node runs. */
const microsPerTick = 10_000

/**
 * A real PostgreSQL with its default settings, which writes every commit to the disk. It is the server of the tests, stopped and
 * started again on the same data without the settings that make it fast. Linux only.
 */
export async function startDurablePostgres(extra: readonly string[] = []): Promise<DurablePostgres> {
  await using started = new AsyncDisposableStack()
  const quick = started.use(await startPostgres())
  const pid = await postmasterOf(await quick.createDatabase())
  const [program = '', ...given] = zeroSeparated(`/proc/${pid}/cmdline`)
  const args = given.filter((text, index) => !notDurable.includes(text) && !(text === '-c' && notDurable.includes(given[index + 1] ?? '')))
  const env = Object.fromEntries(
    zeroSeparated(`/proc/${pid}/environ`).map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
  const { uid, gid } = statSync(`/proc/${pid}`)
  await quick.kill()

  const child = spawn(program, [...args, ...extra.flatMap((setting) => ['-c', setting])], {
    uid,
    gid,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  started.defer(async () => {
    const ended = once(child, 'exit')
    child.kill('SIGINT')
    await ended
  })
  for await (const line of createInterface({ input: child.stderr })) if (line.includes('ready to accept connections')) break
  child.stderr.resume()
  const parts = started.move()
  return {
    port: quick.port,
    createDatabase: () => quick.createDatabase(),
    cpuMicros: () => cpuMicrosOf(child.pid!),
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}

async function postmasterOf(url: string): Promise<number> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory')
  await client.end()
  return Number(readFileSync(join(rows[0]!.data_directory, 'postmaster.pid'), 'utf8').split('\n')[0])
}

function zeroSeparated(file: string): string[] {
  return readFileSync(file, 'utf8').split('\0').slice(0, -1)
}

/** CPU time of the postmaster, of its children, and of children that have ended. */
function cpuMicrosOf(postmaster: number): number {
  let ticks = 0
  for (const name of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const { parent, own, ended } = timesOf(name)
    if (Number(name) === postmaster) ticks += own + ended
    else if (parent === postmaster) ticks += own
  }
  return ticks * microsPerTick
}

function timesOf(pid: string): { readonly parent: number; readonly own: number; readonly ended: number } {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program is in brackets, and may have blanks.
    const [, parent, ...fields] = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const [user, system, endedUser, endedSystem] = fields.slice(9, 13).map(Number)
    return { parent: Number(parent), own: user! + system!, ended: endedUser! + endedSystem! }
  } catch {
    return { parent: 0, own: 0, ended: 0 }
  }
}
