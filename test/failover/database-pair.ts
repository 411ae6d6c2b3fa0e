import { spawn, type ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { appendFileSync, chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { systemTimers } from '../../src/ops/system.ts'
import type { PostgresPrograms } from './postgres-programs.ts'

/** A primary and a standby that streams from it, on loopback ports. */
export interface DatabasePair extends AsyncDisposable {
  /** Names both, as the setting does. */
  readonly url: string
  readonly primaryPort: number
  readonly standbyPort: number
  /** From now on nothing that is committed reaches the standby. */
  stopStreaming(): Promise<void>
  /** Ends the primary with SIGKILL, as a lost machine does. */
  killPrimary(): Promise<void>
  /** Makes the standby the primary; resolves when it takes writes. */
  promote(): Promise<void>
  /** Payments that the promoted standby took in from the chain. */
  takenIn(): Promise<number>
  /** Ends the standby, as a lost machine does. */
  killStandby(): Promise<void>
  /** Starts the killed primary again, which does not know that it was replaced. */
  reviveOldPrimary(): Promise<void>
}

export interface PairOptions {
  readonly programs: PostgresPrograms
  /** Whether commits wait for the standby. */
  readonly synchronous: boolean
}

const database = 'ledger'
const settings = [
  ['listen_addresses', "'127.0.0.1'"],
  ['unix_socket_directories', "''"],
  ['wal_receiver_status_interval', '1s'],
]

export async function openDatabasePair({ programs, synchronous }: PairOptions): Promise<DatabasePair> {
  const directory = mkdtempSync(join(tmpdir(), 'farthing-failover-'))
  chmodSync(directory, 0o755)
  const { uid, gid } = programs.options
  if (uid !== undefined && gid !== undefined) chownSync(directory, uid, gid)
  const [first, second] = [join(directory, 'first'), join(directory, 'second')]
  const run = async (program: string, ...args: string[]) => {
    const child = spawn(join(programs.bin, program), args, { ...programs.options, cwd: directory, stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    child.stderr.on('data', (text: Buffer) => (said += text.toString()))
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error(`${program} ended with ${String(code)}: ${said}`)
  }
  await run('initdb', '-D', first, '--auth=trust', '--username=farthing', '--encoding=UTF8', '--locale=C', '--no-sync', '--no-instructions')
  const standbyName = synchronous ? [['synchronous_standby_names', "'second'"]] : []
  appendFileSync(join(first, 'postgresql.conf'), [...settings].map(([name, value]) => `${name} = ${value}\n`).join(''))

  // The standby begins as a copy of what the primary is before it starts.
  const copy = spawn('cp', ['-a', first, second], { stdio: 'ignore' })
  await once(copy, 'exit')
  const [primaryPort, standbyPort] = await twoFreePorts()
  appendFileSync(join(first, 'postgresql.conf'), standbyName.map(([name, value]) => `${name} = ${value}\n`).join(''))
  const upstream = `primary_conninfo = 'host=127.0.0.1 port=${primaryPort} user=farthing application_name=second'\n`
  appendFileSync(join(second, 'postgresql.conf'), upstream)
  writeFileSync(join(second, 'standby.signal'), '')
  if (uid !== undefined && gid !== undefined) chownSync(join(second, 'standby.signal'), uid, gid)

  async function start(data: string, port: number): Promise<ChildProcess> {
    const child = spawn(join(programs.bin, 'postgres'), ['-D', data, '-p', `${port}`], {
      ...programs.options,
      cwd: directory,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const lines: string[] = []
    for await (const line of createInterface({ input: child.stderr })) {
      lines.push(line)
      if (/ready to accept (?:read-only )?connections/.test(line)) break
    }
    if (!/ready to accept/.test(lines.at(-1) ?? '')) throw new Error(`postgres did not start:\n${lines.join('\n')}`)
    child.stderr.resume()
    return child
  }

  let primary = await start(first, primaryPort)
  const standby = await start(second, standbyPort)
  const killAtExit = () => {
    primary.kill('SIGQUIT')
    standby.kill('SIGQUIT')
  }
  process.once('exit', killAtExit)
  await untilTrue(primaryPort, `SELECT EXISTS (SELECT 1 FROM pg_stat_replication WHERE state = 'streaming') AS yes`)
  await ask(primaryPort, `CREATE DATABASE ${database}`)
  await untilTrue(standbyPort, `SELECT EXISTS (SELECT 1 FROM pg_database WHERE datname = '${database}') AS yes`)

  let sender: number | null = null
  return {
    url: `postgres://farthing@127.0.0.1:${primaryPort},127.0.0.1:${standbyPort}/${database}?target_session_attrs=read-write`,
    primaryPort,
    standbyPort,
    async stopStreaming() {
      const [row] = await ask<{ pid: number }>(primaryPort, 'SELECT pid FROM pg_stat_replication')
      sender = row!.pid
      process.kill(sender, 'SIGSTOP')
    },
    async killPrimary() {
      const gone = once(primary, 'exit')
      primary.kill('SIGKILL')
      if (sender !== null) process.kill(sender, 'SIGKILL')
      sender = null
      await gone
    },
    async promote() {
      await ask(standbyPort, 'SELECT pg_promote(true, 60)')
      await untilTrue(standbyPort, 'SELECT NOT pg_is_in_recovery() AS yes')
    },
    async takenIn() {
      const [row] = await ask<{ count: number }>(standbyPort, `SELECT count(*)::int4 AS count FROM audit WHERE kind = 'adopted'`, database)
      return row!.count
    },
    async killStandby() {
      const gone = once(standby, 'exit')
      standby.kill('SIGKILL')
      await gone
      await untilTrue(primaryPort, 'SELECT NOT EXISTS (SELECT 1 FROM pg_stat_replication) AS yes')
    },
    async reviveOldPrimary() {
      rmSync(join(first, 'postmaster.pid'), { force: true })
      primary = await start(first, primaryPort)
    },
    async [Symbol.asyncDispose]() {
      process.off('exit', killAtExit)
      for (const server of [primary, standby]) {
        if (server.exitCode !== null || server.signalCode !== null) continue
        const gone = once(server, 'exit')
        server.kill('SIGQUIT')
        await gone
      }
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

async function ask<Row extends pg.QueryResultRow>(port: number, sql: string, name = 'postgres'): Promise<Row[]> {
  const client = new pg.Client(`postgres://farthing@127.0.0.1:${port}/${name}`)
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

async function untilTrue(port: number, sql: string): Promise<void> {
  for (;;) {
    const [row] = await ask<{ yes: boolean }>(port, sql)
    if (row!.yes) return
    await systemTimers.sleep(50)
  }
}

/** Below the ports that systems give to outgoing connections. */
async function twoFreePorts(): Promise<[number, number]> {
  const port = randomInt(12_000, 31_000)
  return [port, port + 1]
}
