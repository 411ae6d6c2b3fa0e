import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPostgresStore } from '../store/postgres/open-postgres-store.ts'
import { startPostgres, type PostgresServer } from '../store/postgres/start-postgres.fixture.ts'
import { systemParts } from '../store/postgres/store.fixture.ts'
import type { PostgresForm } from '../store/store.ts'
import { genericPlan, serviceUnits, tablesReadWhole } from './service-plans.fixture.ts'

let server: PostgresServer
let client: pg.Client
beforeAll(async () => {
  server = await startPostgres()
  const url = await server.createDatabase()
  await (await openPostgresStore({ ...systemParts, url })).close()
  client = new pg.Client(url)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await server[Symbol.asyncDispose]()
})

// The plans are those of a new database, since these are the ones which connections keep.
test.each(serviceUnits)('$name reads no large table from end to end', async (unit) => {
  expect(tablesReadWhole(await genericPlan(client, unit))).toEqual([])
})

test.each(serviceUnits.filter(({ postgres }) => (postgres as PostgresForm<never, unknown>).set === true))(
  '$name, which takes a set, does not even where its tables were analysed while they were nearly empty',
  async (unit) => {
    await client.query(`INSERT INTO identities (identity, payment_id) VALUES ('one', 'one') ON CONFLICT DO NOTHING`)
    await client.query('VACUUM ANALYZE')
    expect(tablesReadWhole(await genericPlan(client, unit))).toEqual([])
  },
)

test('the check finds a plan that does', async () => {
  const sqlite = () => []
  const text = 'SELECT id FROM payments WHERE client = :client'
  const values = () => ({ client: '' })
  const plan = await genericPlan(client, { name: 'slow', sqlite, postgres: { text, values, result: () => [] } })
  expect(tablesReadWhole(plan)).toEqual(['payments'])
})

test('no index names the state of a payment, so that its steps are updates in place', async () => {
  const { rows } = await client.query<{ indexdef: string }>(`SELECT indexdef FROM pg_indexes WHERE tablename = 'payments'`)
  expect(rows.length).toBeGreaterThan(5)
  expect(rows.filter(({ indexdef }) => /\bstate\b/.test(indexdef))).toEqual([])
})
