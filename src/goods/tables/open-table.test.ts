import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openPostgresStore } from '../../store/postgres/open-postgres-store.ts'
import { startPostgres, type PostgresServer } from '../../store/postgres/start-postgres.fixture.ts'
import { systemParts } from '../../store/postgres/store.fixture.ts'
import { memoryStore } from '../../store/sqlite/store.fixture.ts'
import type { Store } from '../../store/store.ts'
import { openTable } from './open-table.ts'
import { table, type Table } from './table.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server[Symbol.asyncDispose]())

const engines: readonly [string, () => Promise<Store>][] = [
  ['SQLite', async () => memoryStore()],
  ['PostgreSQL', async () => openPostgresStore({ ...systemParts, url: await server.createDatabase() })],
]

const counters = table({ name: 'counters', kept: 'shared', row: z.object({ times: z.int(), note: z.string().default('') }) })

describe.each(engines)('a table of a line on %s', (_, open) => {
  let store: Store
  beforeAll(async () => {
    store = await open()
  })
  afterAll(() => store.close())
  let lines = 0
  const fresh = (): Table<{ times: number; note: string }> => openTable(`line-${++lines}`, counters, store)

  test('gives back what was put, and null for what was not', async () => {
    const rows = fresh()
    await rows.put('brest', { times: 1, note: 'é "quoted" \u0001' })
    expect(await rows.get('brest')).toEqual({ times: 1, note: 'é "quoted" \u0001' })
    expect(await rows.get('Brest')).toBeNull()
    await rows.put('brest', { times: 2, note: '' })
    expect(await rows.get('brest')).toEqual({ times: 2, note: '' })
  })

  test('no change is lost where many change one row at once', async () => {
    const rows = fresh()
    await Promise.all(Array.from({ length: 20 }, () => rows.update('k', (row) => ({ times: (row?.times ?? 0) + 1, note: '' }))))
    expect(await rows.get('k')).toEqual({ times: 20, note: '' })
  })

  test('a change may remove its row, also one that is not there', async () => {
    const rows = fresh()
    expect(await rows.update('k', () => null)).toBeNull()
    await rows.put('k', { times: 1, note: '' })
    expect(await rows.update('k', () => null)).toBeNull()
    expect(await rows.get('k')).toBeNull()
    expect(await rows.update('k', (row) => ({ times: row === null ? 7 : 0, note: '' }))).toEqual({ times: 7, note: '' })
  })

  test('removing says whether there was a row', async () => {
    const rows = fresh()
    await rows.put('k', { times: 1, note: '' })
    expect([await rows.remove('k'), await rows.remove('k')]).toEqual([true, false])
  })

  test('lists in the order of the bytes of the keys, by prefix and page', async () => {
    const rows = fresh()
    for (const key of ['b/2', 'a', 'b/10', 'b/1', 'é/1', 'B', 'b', 'b%', '𝄞']) await rows.put(key, { times: 1, note: '' })
    const keys = async (options?: Parameters<typeof rows.list>[0]) => (await rows.list(options)).map(({ key }) => key)
    expect(await keys()).toEqual(['B', 'a', 'b', 'b%', 'b/1', 'b/10', 'b/2', 'é/1', '𝄞'])
    expect(await keys({ prefix: 'b/' })).toEqual(['b/1', 'b/10', 'b/2'])
    expect(await keys({ prefix: 'b/', after: 'b/1', limit: 1 })).toEqual(['b/10'])
    expect(await keys({ prefix: '𝄞' })).toEqual(['𝄞'])
    expect(await keys({ limit: 0 })).toEqual([])
  })

  test('lines and tables of the same name do not see the rows of each other', async () => {
    const [one, other] = [fresh(), fresh()]
    await one.put('k', { times: 1, note: '' })
    expect(await other.get('k')).toBeNull()
    expect(await openTable(`line-${lines - 1}`, { ...counters, name: 'others' }, store).list()).toEqual([])
  })

  test('a row of an earlier form gets the defaults of its new members', async () => {
    const name = `line-${++lines}`
    await openTable(name, table({ name: 'counters', kept: 'shared', row: z.object({ times: z.int() }) }), store).put('k', { times: 3 })
    expect(await openTable(name, counters, store).get('k')).toEqual({ times: 3, note: '' })
  })

  test('a key or a row that can not be stored is refused before anything is written', async () => {
    const rows = fresh()
    for (const key of ['', 'x'.repeat(513), 'a\0b', '\ud800'])
      await expect(rows.put(key, { times: 1, note: '' })).rejects.toThrow(RangeError)
    await expect(rows.put('k', { times: 1, note: 'x'.repeat(1_000_001) })).rejects.toThrow(RangeError)
    await expect(rows.put('k', { times: 0.5, note: '' })).rejects.toThrow()
    expect(await rows.list()).toEqual([])
  })
})

test('what an instance makes again is kept apart from what all share', async () => {
  const store = memoryStore()
  const shared = openTable('tides', counters, store)
  const own = openTable('tides', { ...counters, kept: 'instance' }, store)
  await shared.put('k', { times: 1, note: '' })
  expect(await own.get('k')).toBeNull()
  await own.put('k', { times: 2, note: '' })
  expect(await shared.get('k')).toEqual({ times: 1, note: '' })
  await store.close()
})
