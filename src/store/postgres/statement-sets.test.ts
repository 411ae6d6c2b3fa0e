import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Metrics } from '../../shared/metrics.ts'
import { silentMetrics } from '../../shared/metrics.ts'
import { lostRace, StoreFailed, StoreOutcomeUnknown, type Unit } from '../store.ts'
import { givenInputs } from './given-inputs.ts'
import { openPostgresStore } from './open-postgres-store.ts'
import { startPostgres, type PostgresServer } from './start-postgres.fixture.ts'
import { notes, systemParts } from './store.fixture.ts'
import { unreliableLine } from './unreliable-line.fixture.ts'

let server: PostgresServer
let client: pg.Client
let url: string
beforeAll(async () => {
  server = await startPostgres()
  url = await server.createDatabase()
  await (await openPostgresStore({ ...systemParts, url, migrations: [notes] })).close()
  client = new pg.Client(url)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await server[Symbol.asyncDispose]()
})

/** An empty table, and a store that notes how many inputs each of its sets had. */
async function open(more: { port?: number; statementMs?: number } = {}) {
  await client.query('DELETE FROM notes')
  const sizes: number[] = []
  const metrics: Metrics = { ...silentMetrics, histogram: () => ({ observe: (size) => void sizes.push(size) }) }
  const at = url.replace(`${server.port}`, `${more.port ?? server.port}`)
  const store = await openPostgresStore({ ...systemParts, metrics, migrations: [notes], ...more, url: at })
  return { sizes, store }
}

interface Note {
  readonly name: string
  readonly number: bigint
}

function ofSet<Output>(text: string, result: (names: unknown[], note: Note) => Output | typeof lostRace): Unit<Note, Output> {
  return {
    name: 'in_a_set',
    sqlite() {
      throw new Error('not on SQLite')
    },
    postgres: {
      text: `WITH given AS (${givenInputs({ name: 'text', number: 'int8' })}) ${text}`,
      values: ({ name, number }) => ({ name, number }),
      result: (rows, note) =>
        result(
          rows.map((row) => row['found']),
          note,
        ),
      brief: true,
      set: true,
    },
  }
}

/** Gives the name that was written for the input. */
const add = ofSet(
  `, added AS (INSERT INTO notes (name, number) SELECT name, number FROM given RETURNING name)
   SELECT g.position, a.name AS found FROM given g JOIN added a ON a.name = g.name`,
  ([found]) => found,
)
const noteOf = (name: string): Note => ({ name, number: 1n })
const names = (count: number) => Array.from({ length: count }, (_, index) => `note ${100 + index}`)
const written = async () => (await client.query<{ name: string }>('SELECT name FROM notes ORDER BY name')).rows.map(({ name }) => name)

test('inputs that come while a statement is under way travel as one, each gets its own rows, and a single one does not wait', async () => {
  const { store, sizes } = await open()
  expect(await store.write(add, noteOf('alone'))).toBe('alone')
  expect(sizes).toEqual([1])
  const all = names(150)
  expect(await Promise.all(all.toReversed().map((name) => store.write(add, noteOf(name))))).toEqual(all.toReversed())
  expect(sizes).toEqual([1, 64, 64, 22])
  expect(await written()).toEqual(['alone', ...all])
  await store.close()
})

test('an input that fails does not affect those that travel with it', async () => {
  const { store, sizes } = await open()
  await store.write(add, noteOf('taken'))
  const ended = await Promise.allSettled(['taken', ...names(5), 'nul \0'].map((name) => store.write(add, noteOf(name))))
  expect(sizes).toContain(7)
  expect(ended.map(({ status }) => status)).toEqual(['rejected', ...names(5).map(() => 'fulfilled'), 'rejected'])
  expect(ended[0]).toMatchObject({ reason: { code: '23505' } })
  expect(await written()).toEqual([...names(5), 'taken'])
  await store.close()
})

test('two inputs that want the same row are decided one after the other', async () => {
  const { store } = await open()
  const count = ofSet(
    `, counted AS (INSERT INTO notes (name, number) SELECT name, number FROM given
       ON CONFLICT (name) DO UPDATE SET number = notes.number + excluded.number RETURNING name, number)
     SELECT g.position, c.number AS found FROM given g JOIN counted c ON c.name = g.name`,
    ([found]) => found as bigint,
  )
  const counts = await Promise.all(Array.from({ length: 5 }, () => store.write(count, noteOf('many'))))
  expect(new Set(counts)).toEqual(new Set([1n, 2n, 3n, 4n, 5n]))
  await store.close()
})

test('an input that lost a race is run again alone, and the others stay written', async () => {
  const { store, sizes } = await open()
  let lost = 0
  const racing = ofSet(`SELECT position, name AS found FROM given`, ([found]) => (found === 'racing' && ++lost < 3 ? lostRace : found))
  expect(await Promise.all(['racing', ...names(3)].map((name) => store.write(racing, noteOf(name))))).toEqual(['racing', ...names(3)])
  expect(sizes).toEqual([4])
  await store.close()
})

test('when the connection breaks before the answer, the outcome of the whole set is unknown, and none of it is sent again', async () => {
  await using line = await unreliableLine(server.port)
  const { store, sizes } = await open({ port: line.port })
  await store.write(add, noteOf('first'))
  line.cut(true)
  const ended = await Promise.allSettled(names(8).map((name) => store.write(add, noteOf(name))))
  line.cut(false)
  expect(sizes).toEqual([1, 8])
  for (const one of ended) expect(one).toMatchObject({ reason: expect.any(StoreOutcomeUnknown) })
  expect(await written()).toEqual(['first', ...names(8)])
  expect(await store.write(add, noteOf('next'))).toBe('next')
  await store.close()
})

test('a set that waits for a lock does not hold up those that come after it', async () => {
  const { store } = await open()
  await client.query(`BEGIN; INSERT INTO notes (name) VALUES ('held')`)
  const held = store.write(add, noteOf('held'))
  await expect
    .poll(async () => (await client.query('SELECT 1 FROM pg_locks WHERE NOT granted')).rowCount, { timeout: 60_000, interval: 2 })
    .toBe(1)
  expect(await Promise.all(names(3).map((name) => store.write(add, noteOf(name))))).toEqual(names(3))
  await client.query('ROLLBACK')
  expect(await held).toBe('held')
  await store.close()
})

test('an input that the server cancels for taking too long does not affect the others', async () => {
  const { store } = await open({ statementMs: 500 })
  const slow = ofSet(
    `, added AS (INSERT INTO notes (name) SELECT name FROM given RETURNING name)
     SELECT g.position, g.name || CASE WHEN g.number = 2 THEN pg_sleep(60)::text ELSE '' END AS found FROM given g JOIN added a ON a.name = g.name`,
    ([found]) => found,
  )
  const ended = await Promise.allSettled([
    store.write(slow, { name: 'endless', number: 2n }),
    ...names(3).map((name) => store.write(slow, noteOf(name))),
  ])
  expect(ended[0]).toMatchObject({ reason: expect.any(StoreFailed) })
  expect(ended[0]).not.toMatchObject({ reason: expect.any(StoreOutcomeUnknown) })
  expect(ended.slice(1).map((one) => one.status === 'fulfilled' && one.value)).toEqual(names(3))
  expect(await written()).toEqual(names(3))
  await store.close()
})
