import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPostgresStore } from '../store/postgres/open-postgres-store.ts'
import { startPostgres, type PostgresServer } from '../store/postgres/start-postgres.fixture.ts'
import { preparedOf } from '../store/postgres/statement.ts'
import { systemParts } from '../store/postgres/store.fixture.ts'
import type { Query } from '../store/store.ts'
import { adopt } from './adopt.ts'
import { answer } from './answer.ts'
import { archive } from './archive.ts'
import { claimTransfer } from './claim-transfer.ts'
import { claim } from './claim.ts'
import { expireAnswers } from './expire.ts'
import { extendLease } from './extend-lease.ts'
import { finalize } from './finalize.ts'
import { find, findByCredential, findByIdentity, hotByCredential, hotByIdentity } from './find.ts'
import { orphans } from './orphans.ts'
import { payersSince } from './payers-since.ts'
import { takeQuota } from './quota.ts'
import { recordTransaction } from './record-transaction.ts'
import { refuse } from './refuse.ts'
import { release } from './release.ts'
import { reverse } from './reverse.ts'
import { serve } from './serve.ts'
import { settle } from './settle.ts'
import { uncharge } from './uncharge.ts'
import { unfinal } from './unfinal.ts'
import { unsettle } from './unsettle.ts'
import { watched } from './watched.ts'

const size = 20_000
const payments = `md5(i::text), 'settled', 3, 'o', md5(i::text), 'x402', 'eip155:' || i % 3, '0xa', '0x' || i % 5000, '0xfee', 7500, '0x01', 0,
  i + 9999999, '0xabcd', md5('credential ' || i), '192.0.2.1', '[]', '[]', 0, 'here', i, i, i, i, NULL, 100, '0x02', i, '0x03', 1, i % 2, 0, 0`
const fill = `
  INSERT INTO payments SELECT ${payments}, 0 FROM generate_series(1, ${size}) AS i;
  INSERT INTO payments_archive SELECT ${payments.replace(`'[]', '[]'`, `'[]'`).replace('md5(i::text)', `md5('old ' || i)`)} FROM generate_series(1, ${size}) AS i;
  INSERT INTO identities SELECT 'a:' || i, md5(i::text) FROM generate_series(1, ${size}) AS i;
  INSERT INTO identities_archive SELECT 'a:' || i, md5('old ' || i) FROM generate_series(1, ${size}) AS i;
  INSERT INTO answers SELECT md5(i::text), 200, 'text/plain', '\\x00', NULL, i FROM generate_series(1, ${size}) AS i;
  INSERT INTO turns SELECT 'payer:' || i, 1 FROM generate_series(1, ${size}) AS i;
  INSERT INTO quotas SELECT '2026-11-21', i::text, 1 FROM generate_series(1, ${size}) AS i;
  INSERT INTO payment_keys SELECT i::text, md5(i::text), i FROM generate_series(1, ${size}) AS i;
  INSERT INTO paying_wallets SELECT i::text FROM generate_series(1, ${size}) AS i;
  INSERT INTO free_grants SELECT i::text, md5(i::text), '2026-11-21', 'one' FROM generate_series(1, ${size}) AS i;
  ANALYZE;`

let server: PostgresServer
let client: pg.Client
beforeAll(async () => {
  server = await startPostgres()
  const url = await server.createDatabase()
  await (await openPostgresStore({ ...systemParts, url })).close()
  client = new pg.Client(url)
  await client.connect()
  await client.query(fill)
})
afterAll(async () => {
  await client.end()
  await server[Symbol.asyncDispose]()
})

/** The tables that the plan for all values reads from end to end, of those that are large. */
async function readWhole({ name, postgres }: Query<never, unknown>): Promise<string[]> {
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN (GENERIC_PLAN, COSTS OFF) ${preparedOf(postgres!, name).text}`)
  const { rows: large } = await client.query<{ relname: string }>(
    `SELECT relname FROM pg_class WHERE relkind = 'r' AND reltuples >= ${size}`,
  )
  const scanned = rows.map((row) => /Seq Scan on (\w+)/.exec(row['QUERY PLAN'])?.[1]).filter((table) => table !== undefined)
  return scanned.filter((table) => large.some(({ relname }) => relname === table))
}

test.each([
  claim,
  claimTransfer,
  serve,
  release,
  uncharge,
  settle,
  refuse,
  unsettle,
  reverse,
  finalize,
  recordTransaction,
  extendLease,
  adopt,
  orphans,
  unfinal,
  watched,
  find,
  findByCredential,
  findByIdentity,
  hotByCredential,
  hotByIdentity,
  answer,
  payersSince,
  takeQuota,
  archive,
  expireAnswers,
] as Query<never, unknown>[])('$name reads no large table from end to end', async (unit) => {
  expect(await readWhole(unit)).toEqual([])
})

test('a plan that does is seen', async () => {
  const sqlite = () => []
  const text = 'SELECT id FROM payments WHERE client = :client'
  const values = () => ({ client: '' })
  expect(await readWhole({ name: 'slow', sqlite, postgres: { text, values, result: () => [] } })).toEqual(['payments'])
})
