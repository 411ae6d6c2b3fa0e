import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPostgresStore } from '../../store/postgres/open-postgres-store.ts'
import { startPostgres, type PostgresServer } from '../../store/postgres/start-postgres.fixture.ts'
import { preparedOf } from '../../store/postgres/statement.ts'
import { systemParts } from '../../store/postgres/store.fixture.ts'
import { plansByIndex } from '../../store/postgres/transaction-frame.ts'
import type { Query, Row, SqliteTransaction, Store } from '../../store/store.ts'
import { tablesNotMoved, movedTables } from './moved-tables.ts'
import { formsOf } from './table-forms.ts'
import { memoryStore } from '../../store/sqlite/store.fixture.ts'

let server: PostgresServer
let postgres: Store
let client: pg.Client
const sqlite = memoryStore()
beforeAll(async () => {
  server = await startPostgres()
  const url = await server.createDatabase()
  postgres = await openPostgresStore({ ...systemParts, url, connections: 1 })
  client = new pg.Client(url)
  await client.connect()
  for (const [name, value] of Object.entries(plansByIndex)) await client.query(`SET ${name} = ${value}`)
})
afterAll(async () => {
  await client.end()
  await sqlite.close()
  await postgres.close()
  await server[Symbol.asyncDispose]()
})

interface Column {
  readonly table: string
  readonly column: string
  readonly type: string
}

/** Every column of every table there is, with what the engine calls its type. */
const everyColumn: Query<undefined, Column[]> = {
  name: 'every_column',
  sqlite: (transaction) =>
    transaction
      .all(
        `SELECT t.name AS "table", c.name AS "column", c.type AS type FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
         WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%'`,
      )
      .map(columnOf),
  postgres: {
    text: `SELECT table_name::text AS "table", column_name::text AS "column", udt_name::text AS type FROM information_schema.columns
      WHERE table_schema = 'public'`,
    values: () => ({}),
    result: (rows) => rows.map(columnOf),
  },
}

function columnOf(row: Row): Column {
  return { table: row['table'] as string, column: row['column'] as string, type: row['type'] as string }
}

const inSqlite = { text: 'TEXT', int8: 'INTEGER', int2: 'INTEGER', bytea: 'BLOB' } as const

test('every table of both engines is moved or stays, for a reason', async () => {
  const columns = [...(await sqlite.read(everyColumn, undefined)), ...(await postgres.read(everyColumn, undefined))]
  const known = [...movedTables.map(({ name }) => name), ...Object.keys(tablesNotMoved)]
  expect([...new Set(columns.map(({ table }) => table))].toSorted()).toEqual(known.toSorted())
  expect(new Set(known).size).toBe(known.length)
})

test.each(movedTables)('$name is moved with all of its columns, under the same names', async ({ name, columns, numbered }) => {
  const declared = Object.entries(columns)
  const there = (await postgres.read(everyColumn, undefined)).filter(({ table }) => table === name)
  expect(sorted(there.map(({ column, type }) => [column, type]))).toEqual(sorted(declared))
  const here = (await sqlite.read(everyColumn, undefined)).filter(({ table }) => table === name)
  const rowid = numbered && !here.some(({ column }) => column === 'number') ? [['number', 'INTEGER']] : []
  expect(sorted([...here.map(({ column, type }) => [column, type]), ...rowid])).toEqual(
    sorted(declared.map(([column, type]) => [column, inSqlite[type]])),
  )
})

test.each(movedTables)('$name is read in the order of its key by an index, on both engines', async (table) => {
  const { firstRows, rowsAfter, lastKey } = formsOf(table)
  const after = table.key.map((column) => (table.columns[column] === 'text' ? 'x' : 1n))
  for (const [query, input] of [
    [firstRows, { limit: 9 }],
    [rowsAfter, { after, limit: 9 }],
    [lastKey, undefined],
  ] as [Query<unknown, unknown>, unknown][]) {
    // A table may be read from its beginning or end, as far as that goes.
    const here = await planHere(query, input)
    expect(here.filter((line) => line.includes('TEMP B-TREE') || (query === rowsAfter && line.startsWith('SCAN')))).toEqual([])
    const there = await planThere(query)
    expect(there.filter((line) => /Sort|Seq Scan/.test(line))).toEqual([])
    expect(there.join()).toContain('Index Cond')
  }
})

async function planHere(query: Query<unknown, unknown>, input: unknown): Promise<string[]> {
  const lines: string[] = []
  const explaining: Query<undefined, unknown> = {
    name: 'explain',
    sqlite(transaction) {
      const all: SqliteTransaction['all'] = (text, ...values) => {
        lines.push(...transaction.all(`EXPLAIN QUERY PLAN ${text}`, ...values).map((row) => row['detail'] as string))
        return []
      }
      return query.sqlite({ ...transaction, all }, input)
    },
  }
  await sqlite.read(explaining, undefined)
  return lines
}

/** As it is made for all values, while the tables are empty. */
async function planThere({ name, postgres }: Query<unknown, unknown>): Promise<string[]> {
  const text = `EXPLAIN (GENERIC_PLAN, COSTS OFF) ${preparedOf(postgres!, name).text}`
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(text)
  return rows.map((row) => row['QUERY PLAN'])
}

const sorted = (pairs: readonly (readonly string[])[]) => pairs.map((pair) => pair.join(' ')).toSorted()
