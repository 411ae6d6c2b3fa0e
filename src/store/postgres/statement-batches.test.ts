import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Metrics } from '../../shared/metrics.ts'
import { silentMetrics } from '../../shared/metrics.ts'
import { lostRace, StoreFailed, StoreOutcomeUnknown, type Query, type Unit } from '../store.ts'
import { openPostgresStore } from './open-postgres-store.ts'
import { startPostgres, type PostgresServer } from './start-postgres.fixture.ts'
import { notes, systemParts } from './store.fixture.ts'
import { unreliableLine } from './unreliable-line.fixture.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server[Symbol.asyncDispose]())

/** A store that notes how many statements each of its transactions had, of those that may share one, and which were undone. */
async function open(url: string, more: { statementMs?: number } = {}) {
  const sizes: number[] = []
  const undone: string[] = []
  const metrics: Metrics = {
    ...silentMetrics,
    histogram: (name) => ({ observe: (size) => void (name.endsWith('batch_units') && sizes.push(size)) }),
    counter: (name) => ({ add: () => void (name.endsWith('batches_undone_total') && undone.push(name)) }),
  }
  return { sizes, undone, store: await openPostgresStore({ ...systemParts, metrics, url, migrations: [notes], ...more }) }
}

function brief<Input extends string, Output>(
  text: string,
  result: (rows: number, input: Input) => Output | typeof lostRace,
): Unit<Input, Output> {
  return {
    name: 'brief',
    sqlite() {
      throw new Error('not on SQLite')
    },
    postgres: {
      text,
      values: (name) => ({ name }),
      result: (rows, input) => result(rows.length, input),
      orderKey: (name) => name,
      brief: true,
    },
  }
}

const add = brief(`INSERT INTO notes (name, number) VALUES (:name, 1) RETURNING name`, (_, name) => name)
const change = brief(`UPDATE notes SET number = number + 1 WHERE name = :name`, (_, name) => name)
/** So that others meet it. */
const slowly = brief(
  `WITH found AS (UPDATE notes SET number = number + 1 WHERE name = :name RETURNING name) SELECT pg_sleep(0.05)::text FROM found`,
  (_, name) => name,
)
const numberOf: Query<string, bigint> = {
  name: 'number_of',
  sqlite: () => 0n,
  postgres: {
    text: `SELECT number FROM notes WHERE name = :name`,
    values: (name) => ({ name }),
    result: ([row]) => row!['number'] as bigint,
    brief: true,
  },
}
const names = (count: number, prefix = 'note') => Array.from({ length: count }, (_, index) => `${prefix} ${index}`)

async function allNames(url: string): Promise<string[]> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ name: string }>('SELECT name FROM notes ORDER BY name')
  await client.end()
  return rows.map(({ name }) => name)
}

test('statements that come at once share transactions of a bounded size, and a single one is sent alone', async () => {
  const url = await server.createDatabase()
  const { store, sizes } = await open(url)
  await store.write(add, 'alone')
  expect(sizes).toEqual([1])
  expect(await Promise.all(names(100).map((name) => store.write(add, name)))).toEqual(names(100))
  expect(Math.max(...sizes)).toBe(16)
  expect(sizes.length).toBeLessThan(1 + 100 / 8)
  expect(await Promise.all(names(100).map((name) => store.read(numberOf, name)))).toEqual(Array.from({ length: 100 }, () => 1n))
  expect(await allNames(url)).toHaveLength(101)
  await store.close()
})

test('of the statements of one transaction the one that fails rejects alone, and every other is written once', async () => {
  const url = await server.createDatabase()
  const { store, sizes } = await open(url)
  await store.write(add, 'taken')
  const wanted = ['taken', ...names(10)]
  const ended = await Promise.allSettled(wanted.map((name) => store.write(add, name)))
  expect(sizes).toContain(11)
  expect(ended.map(({ status }) => status)).toEqual(['rejected', ...names(10).map(() => 'fulfilled')])
  expect(ended[0]).toMatchObject({ reason: { code: '23505' } })
  expect(await allNames(url)).toEqual([...names(10), 'taken'])
  await store.close()
})

test('a statement that undoes itself is run again, and does not affect the others', async () => {
  const url = await server.createDatabase()
  const { store } = await open(url)
  await store.write(add, 'many')
  // Fails by a division by zero until somebody has changed the note.
  const undone = brief(
    `WITH changed AS (INSERT INTO notes (name) SELECT :name RETURNING name) SELECT 1 / (SELECT (number - 1)::int FROM notes WHERE name = 'many') FROM changed`,
    (_, name) => name,
  )
  const waiting = Promise.all([store.write(undone, 'late'), ...names(5).map((name) => store.write(add, name))])
  await store.write(change, 'many')
  await waiting
  expect(await allNames(url)).toEqual(['late', 'many', ...names(5)])
  await store.close()
})

test('a statement that lost a race is run again alone, and the others stay written', async () => {
  const url = await server.createDatabase()
  const { store, sizes } = await open(url)
  let lost = 0
  const racing = brief(`SELECT :name::text AS name`, () => (++lost < 3 ? lostRace : 'won'))
  await store.write(add, 'first')
  expect(await Promise.all([store.write(racing, 'racing'), ...names(5).map((name) => store.write(add, name))])).toEqual([
    'won',
    ...names(5),
  ])
  expect(sizes).toEqual([1, 6])
  await store.close()
})

test('a statement that the server cancels for taking too long does not affect the others', async () => {
  const url = await server.createDatabase()
  const { store } = await open(url, { statementMs: 1_000 })
  const endless = brief(`WITH new AS (INSERT INTO notes (name) VALUES (:name)) SELECT pg_sleep(60)::text`, () => 'never')
  const ended = await Promise.allSettled([store.write(endless, 'endless'), ...names(5).map((name) => store.write(add, name))])
  expect(ended[0]).toMatchObject({ reason: expect.any(StoreFailed) })
  expect(ended[0]).not.toMatchObject({ reason: expect.any(StoreOutcomeUnknown) })
  expect(ended.slice(1).every(({ status }) => status === 'fulfilled')).toBe(true)
  expect(await allNames(url)).toEqual(names(5))
  await store.close()
})

test('when the connection breaks before the answer, the outcome of the whole transaction is unknown, and none of it is sent again', async () => {
  await using line = await unreliableLine(server.port)
  const url = await server.createDatabase()
  const { store, sizes } = await open(url.replace(`${server.port}`, `${line.port}`))
  await store.write(add, 'first')
  line.cut(true)
  const ended = await Promise.allSettled(names(8).map((name) => store.write(add, name)))
  line.cut(false)
  expect(sizes).toEqual([1, 8])
  for (const one of ended) expect(one).toMatchObject({ reason: expect.any(StoreOutcomeUnknown) })
  // They were: sent again, each would have failed, since its name is taken.
  expect(await allNames(url)).toEqual(['first', ...names(8)])
  expect(await store.write(add, 'next')).toBe('next')
  await store.close()
})

test('a transaction whose connection breaks between its statements leaves nothing of them', async () => {
  const url = await server.createDatabase()
  const { store } = await open(url)
  await store.write(add, 'z')
  const client = new pg.Client(url)
  await client.connect()
  await client.query('BEGIN')
  await client.query(`UPDATE notes SET number = 5 WHERE name = 'z'`)
  // By order of their turns, those that are written go before the one that waits.
  const writing = Promise.allSettled([...names(5, 'a').map((name) => store.write(add, name)), store.write(change, 'z')])
  await expect
    .poll(
      async () => (await client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock'`)).rowCount,
    )
    .toBe(1)
  const ended = await writing
  await client.query('ROLLBACK')
  await client.end()
  for (const one of ended) expect(one).toMatchObject({ reason: expect.any(StoreOutcomeUnknown) })
  expect(await allNames(url)).toEqual(['z'])
  await store.close()
})

test('processes that change the same rows in one transaction each do not deadlock', async () => {
  const url = await server.createDatabase()
  const stores = await Promise.all([open(url), open(url)])
  const both = ['a', 'b', 'c', 'd']
  await Promise.all(both.map((name) => stores[0].store.write(add, name)))
  // By different units too: what counts is what they change.
  const otherwise = { ...slowly, name: 'a unit of another name' }
  await Promise.all([
    ...both.map((name, index) => stores[0].store.write(index % 2 === 0 ? slowly : otherwise, name)),
    ...both.toReversed().map((name, index) => stores[1].store.write(index % 2 === 0 ? slowly : otherwise, name)),
  ])
  for (const name of both) expect(await stores[0].store.read(numberOf, name)).toBe(3n)
  // A circle is broken by the server, which undoes one of them.
  expect(stores.flatMap(({ undone }) => undone)).toEqual([])
  for (const { store } of stores) await store.close()
})

test('where they do, the transaction that the server undoes is run again', async () => {
  const url = await server.createDatabase()
  const { store, undone } = await open(url)
  await Promise.all(['a', 'b'].map((name) => store.write(add, name)))
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`SET deadlock_timeout = '10s'`)
  await client.query('BEGIN')
  // Sums, which do not depend on the order in which the store's locks are released.
  await client.query(`UPDATE notes SET number = number + 9 WHERE name = 'b'`)
  const writing = Promise.all(['a', 'b'].map((name) => store.write(slowly, name)))
  await expect.poll(async () => (await client.query(`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'`)).rowCount).toBe(1)
  // The store holds this lock and waits for ours, so the server reports a deadlock after its second.
  await client.query(`UPDATE notes SET number = number + 9 WHERE name = 'a'`)
  await client.query('COMMIT')
  await client.end()
  expect(await writing).toEqual(['a', 'b'])
  expect(undone).toHaveLength(1)
  for (const name of ['a', 'b']) expect(await store.read(numberOf, name)).toBe(11n)
  await store.close()
})

test('what was reported as written in shared transactions is there after a crash of the server', async () => {
  const url = await server.createDatabase()
  const { store, sizes } = await open(url)
  const [written, unknown]: [string[], string[]] = [[], []]
  const writers = names(40).map(async (writer) => {
    for (let turn = 0; ; turn++) {
      const name = `${writer}-${turn}`
      try {
        written.push(await store.write(add, name))
      } catch (error) {
        if (error instanceof StoreOutcomeUnknown) unknown.push(name)
        return
      }
    }
  })
  const large = () => sizes.filter((size) => size > 8).length
  while (written.length < 400 || large() <= 10) await systemParts.timers.sleep(2)
  await server.kill()
  await Promise.all(writers)
  await server.start()
  const kept = await allNames(url)
  expect(kept).toEqual(expect.arrayContaining(written))
  expect(kept.filter((name) => !written.includes(name) && !unknown.includes(name))).toEqual([])
  await store.close()
})
