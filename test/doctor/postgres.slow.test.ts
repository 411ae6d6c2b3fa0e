import { createServer, type AddressInfo } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemClock, systemRandom, systemTimers } from '../../src/ops/system.ts'
import { checkPostgres } from '../../src/service/doctor/check-database.ts'
import { silentLog } from '../../src/shared/log.ts'
import { silentMetrics } from '../../src/shared/metrics.ts'
import { openPostgresStore } from '../../src/store/postgres/open-postgres-store.ts'
import { startPostgres, type PostgresServer } from '../../src/store/postgres/start-postgres.fixture.ts'
import { expectToMend, toMend } from './set-up.ts'

let server: PostgresServer
let url: string
beforeAll(async () => {
  server = await startPostgres()
})
beforeEach(async () => {
  url = await server.createDatabase()
  const store = await openPostgresStore({
    url,
    clock: systemClock,
    timers: systemTimers,
    random: systemRandom,
    log: silentLog,
    metrics: silentMetrics,
  })
  await store.close()
})
afterAll(async () => server?.[Symbol.asyncDispose]())

const look = (databaseUrl = url, clock = systemClock) =>
  checkPostgres({ mode: 'live', dataDir: '/nowhere', databaseUrl }, clock, systemRandom)

async function run(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(sql)
  await client.end()
}

/** Servers of tests do not wait for the disk, which is a fault for a service. */
const ofTests = [/^postgres \[fsync\].*fsync = off => set fsync = on/, /^postgres \[full_page_writes\].*=> set full_page_writes = on/]

test('a server that loses commits is found, and nothing else is wrong with it', async () => {
  expectToMend(await look(), ofTests)
})

test('so are commits that are not waited for', async () => {
  await run(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET synchronous_commit = off`)
  expectToMend(await look(), [...ofTests, /^postgres \[synchronous_commit\].*=> set synchronous_commit = on/])
})

test('a server that takes no writes', async () => {
  await run(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET default_transaction_read_only = on`)
  expectToMend(await look(), [...ofTests, /^postgres: it takes no writes.*=> point DATABASE_URL to the primary/])
})

test('a ledger of the sandbox', async () => {
  await run(`INSERT INTO ledger_facts (name, value) VALUES ('mode', 'sandbox')`)
  expectToMend(await look(), [...ofTests, /^postgres: DATABASE_URL has a ledger of MODE=sandbox.*another DATABASE_URL/])
})

test('a ledger that is being moved', async () => {
  await run(`INSERT INTO ledger_facts (name, value) VALUES ('moving', 'x')`)
  expectToMend(await look(), [...ofTests, /^postgres: the ledger there is not complete.*=> let farthing migrate end/])
})

test('a database of a newer version', async () => {
  await run(`INSERT INTO schema_migrations VALUES (9999, '9999-later.sql', 'x', 0)`)
  expectToMend(await look(), [...ofTests, /^postgres: .*newer than this version.*=> start the version/])
})

test('a server with another time', async () => {
  expectToMend(await look(url, { now: () => systemClock.now() - 60_000 }), [
    ...ofTests,
    /^postgres: its clock is \d+ seconds ahead of ours/,
  ])
})

test('too few connections', async () => {
  const clients = Array.from({ length: 85 }, () => new pg.Client({ connectionString: url }))
  await Promise.all(clients.map((client) => client.connect()))
  try {
    expectToMend(await look(), [...ofTests, /^postgres: \d+ of 100 connections are in use => raise max_connections/])
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
})

test('a database that is not there', async () => {
  const missing = url.replace(/[^/]+$/, 'missing')
  expect(toMend(await look(missing))).toEqual([expect.stringMatching(/^postgres \[DATABASE_URL\].*does not exist => start the database/)])
})

test('a server that takes connections and never answers', async () => {
  const silent = createServer((socket) => socket.on('error', () => {}))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  try {
    const found = await look(`postgres://me@127.0.0.1:${(silent.address() as AddressInfo).port}/x`)
    expectToMend(found, [/^postgres \[DATABASE_URL\].*can't be used.*=> start the database/])
  } finally {
    silent.close()
  }
})
