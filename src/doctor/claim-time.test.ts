import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemClock, systemRandom, systemTimers } from '../ops/system.ts'
import { openPostgresStore } from '../store/postgres/open-postgres-store.ts'
import { startPostgres, type PostgresServer } from '../store/postgres/start-postgres.fixture.ts'
import { systemParts } from '../store/postgres/store.fixture.ts'
import { startTransactionPooler } from '../store/postgres/transaction-pooler.fixture.ts'
import { checkPostgres } from './check-database.ts'
import { claimTimeFindings, timeClaim } from './claim-time.ts'
import { findingsOf } from '../goods/finding.ts'

let server: PostgresServer
let url: string
beforeAll(async () => {
  server = await startPostgres()
})
beforeEach(async () => {
  url = await server.createDatabase()
  await (await openPostgresStore({ ...systemParts, url })).close()
})
afterAll(async () => server?.[Symbol.asyncDispose]())

async function run(statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client(url)
  await client.connect()
  const result = await client.query(statement)
  await client.end()
  return result
}

/** What doctor says of the way to the database and of its speed, beside the settings of the tests' server. */
async function warnings(databaseUrl = url): Promise<string[]> {
  const found = await checkPostgres({ mode: 'live', dataDir: '/nowhere', databaseUrl }, systemClock, systemRandom)
  return found.filter(({ status }) => status === 'warning').map(({ found, fix }) => `${found} => ${fix}`)
}

/** A way to the server on which each question takes its time. */
async function longWay(ms: number) {
  const line = createServer((client) => {
    const upstream = connect(server.port, '127.0.0.1')
    for (const socket of [client, upstream]) socket.setNoDelay().on('error', () => {})
    client.on('data', (bytes) => void systemTimers.after(ms, () => upstream.write(bytes)))
    client.on('close', () => upstream.destroy())
    upstream.pipe(client)
  }).listen(0, '127.0.0.1')
  await once(line, 'listening')
  return line
}

test('doctor claims and takes it back', async () => {
  expect(await warnings()).toEqual(expect.not.arrayContaining([expect.stringContaining('pooler')]))
  for (const table of ['payments', 'identities', 'payment_keys', 'turns']) {
    expect([table, (await run(`SELECT FROM ${table}`)).rowCount]).toEqual([table, 0])
  }
  // The rows were there until then.
  const inserted = async () =>
    (await run(`SELECT n_tup_ins > 0 AS yes FROM pg_stat_user_tables WHERE relname = 'payments'`)).rows[0] as { readonly yes: boolean }
  await expect.poll(inserted).toEqual({ yes: true })
})

test('a server that is slow at claims is found', async () => {
  await run(`CREATE FUNCTION dawdle() RETURNS trigger AS $$ BEGIN PERFORM pg_sleep(0.3); RETURN NEW; END $$ LANGUAGE plpgsql;
    CREATE TRIGGER dawdle BEFORE INSERT ON payments FOR EACH ROW EXECUTE FUNCTION dawdle()`)
  expect(await warnings()).toEqual([expect.stringMatching(/^a claim takes \d{3,} ms: .*, \d{3,} there, .* => give the server more CPU/)])
})

test('a server that is far away is found', async () => {
  const line = await longWay(100)
  try {
    const far = url.replace(`${server.port}`, `${(line.address() as AddressInfo).port}`)
    expect(await warnings(far)).toEqual([
      expect.stringMatching(/^a claim takes \d+ ms: \d{3,} on the way .* => run the service near the database/),
    ])
  } finally {
    line.close()
  }
})

test('a slow disk is told from the rest', () => {
  const [finding] = claimTimeFindings(findingsOf('postgres'), { wayMs: 1, statementMs: 3, commitMs: 80 })
  expect(finding).toMatchObject({
    found: expect.stringContaining('a claim takes 84 ms'),
    fix: expect.stringMatching(/^give the server a faster disk/),
  })
  expect(claimTimeFindings(findingsOf('postgres'), { wayMs: 1, statementMs: 3, commitMs: 8 })).toEqual([])
})

test('a pooler that forgets prepared statements is found, and its claims are timed', async () => {
  await using pooler = await startTransactionPooler(server.port, 3)
  expect((await warnings(url.replace(`${server.port}`, `${pooler.port}`)))[0]).toMatch(
    /^the pooler in front of the database does not keep prepared statements.* => use PgBouncer 1\.21 or newer/,
  )
})

test('also one that was too busy to show it at first', async () => {
  await using pooler = await startTransactionPooler(server.port, 3)
  const through = url.replace(`${server.port}`, `${pooler.port}`)
  const times = await timeClaim(through, { clock: systemClock, random: systemRandom, named: true, limitMs: 10_000 })
  expect(times).toMatchObject({ keepsStatements: false, statementMs: expect.any(Number) })
})
