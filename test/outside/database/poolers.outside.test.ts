import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryWorld } from '../../../sandbox/tests/temporary-world.ts'
import type { World } from '../../../sandbox/world.ts'
import { reconcileCommand } from '../../../src/commands/reconcile.ts'
import type { Finding } from '../../../src/goods/finding.ts'
import { readOperator } from '../../operate/run-operator.ts'
import { describeWith } from '../needs.ts'
import { buy, liveSettings, newWallet, startLive, type Called, type LiveService } from './live-service.ts'
import { readAll, type CommandRan } from './reading-commands.ts'
import { poolers, postgresName, postgresNeeds, postgresPrograms, versionOf } from './servers-of-run.ts'
import { startPgBouncer, startStockPostgres, type StockPooler, type StockServer } from './start-servers.ts'

/** What the next clients of the pooler find on its connections. The statement that finds out about the pooler may stay. */
async function leftBehind(url: string): Promise<string[]> {
  const found = new Set<string>()
  // More clients than one at a time, so that more connections of the pooler are asked.
  const clients = Array.from({ length: 10 }, () => new pg.Client(url))
  await Promise.all(clients.map((client) => client.connect()))
  await Promise.all(
    clients.map(async (client) => {
      const { rows } = await client.query<{ readonly what: string }>(
        `SELECT name || ' = ' || setting AS what FROM pg_settings, pg_sleep(0.05)
          WHERE source = 'session' AND name NOT IN ('application_name', 'client_encoding', 'DateStyle', 'TimeZone', 'standard_conforming_strings')
         UNION ALL SELECT 'lock ' || locktype FROM pg_locks WHERE locktype = 'advisory'`,
      )
      for (const { what } of rows) found.add(what)
    }),
  )
  await Promise.all(clients.map((client) => client.end()))
  return [...found]
}

/** What a test lacks: a disk, and the internet. */
const lacking = ['disk', 'public-url', 'sources']

/** What doctor wants to be mended beside that. */
function toMend(ran: readonly CommandRan[]): string[] {
  const doctor = ran.find(({ command }) => command.startsWith('doctor'))!
  const { findings } = JSON.parse(doctor.out) as { readonly findings: readonly Finding[] }
  expect(findings.map(({ check }) => check)).toEqual(expect.arrayContaining(['postgres', 'service', 'gas', 'token', 'models']))
  return findings
    .filter(({ check, status }) => status !== 'ok' && !lacking.includes(check))
    .map(({ check, found, fix }) => `${check}: ${found} => ${fix}`)
}

for (const pooler of poolers) {
  await describeWith([...postgresNeeds, ...pooler.needs], `${pooler.name} with pool_mode = transaction, before ${postgresName}`, () => {
    let server: StockServer
    let world: World
    let directory: string
    let running: StockPooler
    let service: LiveService
    beforeAll(async () => {
      directory = mkdtempSync(join(tmpdir(), 'farthing-poolers-'))
      server = await startStockPostgres(postgresPrograms())
      world = await temporaryWorld({ networks: ['eip155:8453'], blockMs: 500 })
      running = await startPgBouncer(pooler.command(), server.port)
      const url = running.through(await server.createDatabase())
      service = await startLive(liveSettings(world, { DATABASE_URL: url, PAY_TO: '0x0000000000000000000000000000000000b0ba11' }))
    })
    afterAll(async () => {
      for (const one of [service, running, server]) await one?.[Symbol.asyncDispose]()
      await world?.close()
      rmSync(directory, { recursive: true, force: true })
    })

    test('all paid calls are answered while every command reads, and chain and ledger agree', async () => {
      const { version, keepsStatements } = versionOf(pooler)
      const reader = await newWallet(world)
      await buy(service.url, reader, { calls: 1, atOnce: 1 })

      const state = { reading: true }
      const reading = readAll(service, reader.address, directory).finally(() => (state.reading = false))
      const called: Called[] = []
      do called.push(...(await buy(service.url, await newWallet(world), { calls: 40, atOnce: 8 })))
      while (state.reading)
      const ran = await reading
      process.stdout.write(`PgBouncer ${version}: ${called.length} paid calls beside ${ran.length} commands\n`)
      expect(called.filter(({ status }) => status !== 200)).toEqual([])

      // A comparison counts what is being settled as a difference.
      const comparing = ran.filter(({ command, out }) => command.startsWith('reconcile') && /the difference is \d+ base units/.test(out))
      expect(comparing).toHaveLength(4)
      const failed = ran.filter((one) => one.code !== 0 && !comparing.includes(one) && !one.command.startsWith('doctor'))
      expect(failed).toEqual([])
      const forgets = /^postgres: the pooler in front of the database does not keep prepared statements.* => use PgBouncer 1\.21 or newer/
      expect(toMend(ran).filter((line) => !line.startsWith('postgres: a claim takes'))).toEqual(
        keepsStatements ? [] : [expect.stringMatching(forgets)],
      )

      const compared = async () => {
        const { difference, networks } = await readOperator(reconcileCommand, service.env)
        return { difference, paid: networks[0].agreed.count, open: networks[0].kinds }
      }
      await expect.poll(compared).toEqual({ difference: '0', paid: called.length + 1, open: {} })
    })

    test('no connection of the pooler keeps what a command has set', async () => {
      expect(await leftBehind(service.env['DATABASE_URL']!)).toEqual([])
    })
  })
}
