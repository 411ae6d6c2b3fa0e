import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Log } from '../../shared/log.ts'
import { silentLog } from '../../shared/log.ts'
import { note, noteNames } from '../sqlite/store.fixture.ts'
import { StoreFailed, StoreOutcomeUnknown, type Unit } from '../store.ts'
import { loadMigrations } from './load-migrations.ts'
import { openPostgresSnapshot } from './open-postgres-snapshot.ts'
import { openPostgresStore, type PostgresStoreOptions } from './open-postgres-store.ts'
import { startPostgres, type PostgresServer } from './start-postgres.fixture.ts'
import { notes, systemParts } from './store.fixture.ts'
import { startTransactionPooler, type TransactionPooler } from './transaction-pooler.fixture.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server[Symbol.asyncDispose]())

let url: string
beforeEach(async () => {
  url = await server.createDatabase()
})

type More = Partial<Pick<PostgresStoreOptions, 'readOnly' | 'statementMs' | 'log'>>
const through = (pooler: TransactionPooler) => url.replace(`${server.port}`, `${pooler.port}`)
const open = (pooler: TransactionPooler, more: More = {}) =>
  openPostgresStore({ ...systemParts, url: through(pooler), migrations: [notes], ...more })

/** Connections of the server behind the pooler. */
const servers = 3

/** What the next clients of the pooler find on its connections: what others have set, locked or prepared. The statement that finds out about the pooler may stay. */
async function leftBehind(pooler: TransactionPooler): Promise<string[]> {
  const client = new pg.Client(through(pooler))
  await client.connect()
  const found: string[] = []
  for (let server = 0; server < servers; server++) {
    const { rows } = await client.query<{ what: string }>(
      `SELECT name || ' = ' || setting AS what FROM pg_settings WHERE source = 'session' AND name NOT IN ('application_name', 'client_encoding')
       UNION ALL SELECT 'lock ' || locktype FROM pg_locks WHERE locktype = 'advisory'
       UNION ALL SELECT 'table ' || relname FROM pg_class WHERE relpersistence = 't'
       UNION ALL SELECT 'channel ' || c FROM pg_listening_channels() AS c
       UNION ALL SELECT 'statement ' || name FROM pg_prepared_statements WHERE name NOT LIKE 'probe\\_%'`,
    )
    found.push(...rows.map(({ what }) => what))
  }
  await client.end()
  return found
}

/** A unit that needs longer than it may. */
const endless: Unit<undefined, null> = {
  name: 'endless',
  sqlite: () => null,
  postgres: { text: 'SELECT pg_sleep(60)::text', values: () => ({}), result: () => null },
}

describe('behind a pooler that gives each transaction another connection', () => {
  test('the next client finds no setting, lock or statement of ours', async () => {
    await using pooler = await startTransactionPooler(server.port, servers)
    const selling = await open(pooler, { statementMs: 1_000 })
    await selling.write(note, 'sold')
    expect(await leftBehind(pooler)).toEqual([])
    const reading = await open(pooler, { readOnly: true })
    expect(await reading.read(noteNames, undefined)).toEqual(['sold'])
    expect(await leftBehind(pooler)).toEqual([])
    await selling.write(endless, undefined).catch(() => {})
    expect(await leftBehind(pooler)).toEqual([])
    for (const store of [selling, reading]) await store.close()
  })

  test.each(['backup', 'report'] as const)('so it is after a %s, during which others read', async (use) => {
    await using pooler = await startTransactionPooler(server.port, servers)
    const store = await openPostgresStore({ ...systemParts, url: through(pooler) })
    const snapshot = await openPostgresSnapshot(through(pooler), use)
    expect(snapshot.schema).toBe(loadMigrations().length)
    await snapshot.close()
    expect(await leftBehind(pooler)).toEqual([])
    await store.close()
  })

  test('everything is sold while others read', async () => {
    await using pooler = await startTransactionPooler(server.port, servers)
    const [selling, reading] = [await open(pooler), await open(pooler, { readOnly: true })]
    const names = Array.from({ length: 40 }, (_, index) => `note ${index}`)
    await Promise.all(names.flatMap((name) => [reading.read(noteNames, undefined), selling.write(note, name)]))
    expect(new Set(await reading.read(noteNames, undefined))).toEqual(new Set(names))
    for (const store of [selling, reading]) await store.close()
  })

  test('the time limit of a statement holds on every connection, and the connection is used again', async () => {
    await using pooler = await startTransactionPooler(server.port, servers)
    const store = await open(pooler, { statementMs: 100 })
    const ended = await Promise.allSettled(Array.from({ length: 4 }, () => store.write(endless, undefined)))
    for (const one of ended) expect(one).toMatchObject({ reason: expect.any(StoreFailed) })
    for (const one of ended) expect(one).not.toMatchObject({ reason: expect.any(StoreOutcomeUnknown) })
    await store.write(note, 'after')
    expect(await store.read(noteNames, undefined)).toEqual(['after'])
    await store.close()
  })

  test('instances that start at once apply each migration once', async () => {
    await using pooler = await startTransactionPooler(server.port, servers)
    const stores = await Promise.all([open(pooler), open(pooler), open(pooler)])
    for (const store of stores) expect(await store.read(noteNames, undefined)).toEqual([])
    for (const store of stores) await store.close()
    expect((await leftBehind(pooler)).filter((what) => what.startsWith('lock'))).toEqual([])
  })
})

describe('a pooler that forgets prepared statements', () => {
  const warnings: string[] = []
  const log: Log = { ...silentLog, warn: (_, message) => void (message.includes('pooler') && warnings.push(message)) }
  beforeEach(() => void warnings.splice(0))
  const forgets = /^the pooler in front of the database does not keep prepared statements.*max_prepared_statements = 200/

  test('is recognised at the start, and all is sold', async () => {
    await using pooler = await startTransactionPooler(server.port, servers)
    const store = await open(pooler, { log })
    expect(warnings).toEqual([expect.stringMatching(forgets)])
    const names = Array.from({ length: 40 }, (_, index) => `note ${index}`)
    await Promise.all(names.map((name) => store.write(note, name)))
    expect(await store.read(noteNames, undefined)).toHaveLength(40)
    await store.close()
  })

  test('is noticed when it begins to forget while the service runs, without a failed call', async () => {
    await using pooler = await startTransactionPooler(server.port, servers)
    pooler.pooling = 'session'
    const store = await open(pooler, { log })
    await store.write(note, 'first')
    expect(warnings).toEqual([])
    pooler.pooling = 'transaction'
    const names = Array.from({ length: 40 }, (_, index) => `note ${index}`)
    await Promise.all(names.map((name) => store.write(note, name)))
    for (const name of names) await store.write(note, `${name} again`)
    expect(await store.read(noteNames, undefined)).toHaveLength(81)
    await store.close()
  })
})

test('a server without a pooler is not taken for one', async () => {
  const warnings: string[] = []
  const log: Log = { ...silentLog, warn: (_, message) => void (message.includes('pooler') && warnings.push(message)) }
  const store = await openPostgresStore({ ...systemParts, url, migrations: [notes], log })
  expect(warnings).toEqual([])
  await store.close()
})
