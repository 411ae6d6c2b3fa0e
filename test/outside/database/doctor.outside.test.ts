import { createServer, type AddressInfo } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemClock, systemRandom } from '../../../src/ops/system.ts'
import { checkPostgres } from '../../../src/doctor/check-database.ts'
import { openPostgresStore } from '../../../src/store/postgres/open-postgres-store.ts'
import { systemParts } from '../../../src/store/postgres/store.fixture.ts'
import { expectToMend, toMend } from '../../doctor/set-up.ts'
import { openDatabasePair, type DatabasePair } from '../../failover/database-pair.ts'
import { describeWith } from '../needs.ts'
import { postgresName, postgresNeeds, postgresPrograms } from './servers-of-run.ts'
import { startStockPostgres, type StockServer } from './start-servers.ts'

const look = async (databaseUrl: string, clock = systemClock) => {
  const found = await checkPostgres({ mode: 'live', dataDir: '/nowhere', databaseUrl }, clock, systemRandom)
  // A busy machine may be slow at claims.
  return found.filter(({ status, found: what }) => status === 'ok' || !what.startsWith('a claim takes'))
}

async function run(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  // Each in a transaction of its own, as ALTER SYSTEM needs it.
  for (const statement of statements) await client.query(statement)
  await client.end()
}

async function makeLedger(url: string): Promise<void> {
  await (await openPostgresStore({ ...systemParts, url })).close()
}

await describeWith(postgresNeeds, `doctor looks at ${postgresName}`, () => {
  let server: StockServer
  let url: string
  beforeAll(async () => {
    server = await startStockPostgres(postgresPrograms())
  })
  beforeEach(async () => {
    url = await server.createDatabase()
    await makeLedger(url)
  })
  afterAll(async () => server?.[Symbol.asyncDispose]())

  test('and finds nothing wrong with its default settings', async () => {
    expectToMend(await look(url), [])
  })

  test.each(['fsync', 'full_page_writes'])('and finds that it loses commits in a power failure with %s = off', async (setting) => {
    await run(url, `ALTER SYSTEM SET ${setting} = off`, 'SELECT pg_reload_conf()')
    try {
      const line = new RegExp(`^postgres \\[${setting}\\].*${setting} = off => set ${setting} = on`)
      await expect.poll(async () => toMend(await look(url))).toEqual([expect.stringMatching(line)])
    } finally {
      await run(url, `ALTER SYSTEM RESET ${setting}`, 'SELECT pg_reload_conf()')
    }
  })

  test('commits that are not waited for', async () => {
    await run(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET synchronous_commit = off`)
    expectToMend(await look(url), [/^postgres \[synchronous_commit\].*=> set synchronous_commit = on/])
  })

  test('a server that takes no writes', async () => {
    await run(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET default_transaction_read_only = on`)
    expectToMend(await look(url), [/^postgres: it takes no writes.*=> point DATABASE_URL to the primary/])
  })

  test('a ledger of the sandbox', async () => {
    await run(url, `INSERT INTO ledger_facts (name, value) VALUES ('mode', 'sandbox')`)
    expectToMend(await look(url), [/^postgres: DATABASE_URL has a ledger of MODE=sandbox.*another DATABASE_URL/])
  })

  test('a ledger that is being moved', async () => {
    await run(url, `INSERT INTO ledger_facts (name, value) VALUES ('moving', 'x')`)
    expectToMend(await look(url), [/^postgres: the ledger there is not complete.*=> let farthing migrate end/])
  })

  test('a database of a newer version', async () => {
    await run(url, `INSERT INTO schema_migrations VALUES (9999, '9999-later.sql', 'x', 0)`)
    expectToMend(await look(url), [/^postgres: .*newer than this version.*=> start the version/])
  })

  test('a server with another time', async () => {
    expectToMend(await look(url, { now: () => systemClock.now() - 60_000 }), [/^postgres: its clock is \d+ seconds ahead of ours/])
  })

  test('too few connections', async () => {
    const clients = Array.from({ length: 85 }, () => new pg.Client({ connectionString: url }))
    await Promise.all(clients.map((client) => client.connect()))
    try {
      expectToMend(await look(url), [/^postgres: \d+ of 100 connections are in use => raise max_connections/])
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
})

await describeWith(postgresNeeds, `doctor looks at a standby of ${postgresName}`, () => {
  const pairOf = async (synchronous: boolean): Promise<DatabasePair> => {
    const pair = await openDatabasePair({ programs: postgresPrograms(), synchronous })
    await makeLedger(pair.url)
    return pair
  }
  const primaryOf = ({ primaryPort }: DatabasePair) => `postgres://farthing@127.0.0.1:${primaryPort}/ledger`
  const standby = /^postgres: its standby is not synchronous: a failover loses .* => set synchronous_standby_names/

  test('that commits do not wait for: it warns', async () => {
    await using pair = await pairOf(false)
    expectToMend(await look(pair.url), [standby])
    // Who asks may see less than all of it.
    await run(
      primaryOf(pair),
      'CREATE ROLE shop LOGIN',
      'GRANT ALL ON ALL TABLES IN SCHEMA public TO shop',
      'GRANT CREATE ON SCHEMA public TO shop',
    )
    expectToMend(await look(pair.url.replace('farthing@', 'shop@')), [standby])
    await pair.killStandby()
    expectToMend(await look(pair.url), [/^postgres: DATABASE_URL names 2 hosts, and no standby streams/])
  })

  test('that commits wait for: all is well, until it is gone', async () => {
    await using pair = await pairOf(true)
    expectToMend(await look(pair.url), [])
    await run(primaryOf(pair), 'ALTER DATABASE ledger SET synchronous_commit = local')
    expectToMend(await look(pair.url), [standby])
    await run(primaryOf(pair), 'ALTER DATABASE ledger RESET synchronous_commit')
    await pair.killStandby()
    expectToMend(await look(pair.url), [
      /^postgres \[synchronous_standby_names\]: commits wait for a standby, and none is connected => start/,
    ])
  })

  test('itself: it takes no writes', async () => {
    await using pair = await pairOf(false)
    const alone = `postgres://farthing@127.0.0.1:${pair.standbyPort}/ledger`
    await expect
      .poll(async () => toMend(await look(alone)))
      .toEqual([expect.stringMatching(/^postgres: it takes no writes.*=> point DATABASE_URL to the primary/)])
  })
})
