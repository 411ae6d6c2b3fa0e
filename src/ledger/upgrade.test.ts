import { afterAll, beforeAll, expect, test } from 'vitest'
import { migration } from '../store/migration.ts'
import { openPostgresStore } from '../store/postgres/open-postgres-store.ts'
import type { Store } from '../store/store.ts'
import { startPostgres, type PostgresServer } from '../store/postgres/start-postgres.fixture.ts'
import { systemParts } from '../store/postgres/store.fixture.ts'
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts'
import { temporaryDirectory } from '../store/sqlite/store.fixture.ts'
import { MigrationRefused, type Query } from '../store/store.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server[Symbol.asyncDispose]())

// As versions before the first release named their first two migrations.
const old = [
  migration('0001-ledger.sql', 'CREATE TABLE payments (id TEXT NOT NULL PRIMARY KEY); INSERT INTO payments VALUES (1);'),
  migration('0002-transfers.sql', 'CREATE TABLE bound_only (payer TEXT NOT NULL PRIMARY KEY);'),
]
const contents: Query<undefined, unknown> = {
  name: 'contents',
  sqlite: (transaction) => [
    transaction.all(`SELECT name, sql FROM sqlite_schema ORDER BY name`),
    transaction.all('SELECT id FROM payments'),
    transaction.all('SELECT version, name, checksum FROM schema_migrations'),
  ],
  postgres: {
    text: `SELECT table_name || '.' || column_name AS name FROM information_schema.columns WHERE table_schema = 'public'
      UNION ALL SELECT id FROM payments UNION ALL SELECT name || checksum FROM schema_migrations ORDER BY name`,
    values: () => ({}),
    result: (rows) => rows,
  },
}

/** Opens with the old migrations, then with ours, then with the old ones again. */
async function expectRefusal(open: (migrations?: typeof old) => Promise<Store>): Promise<void> {
  const before = await open(old)
  const found = await before.read(contents, undefined)
  await before.close()
  const refused = open()
  await expect(refused).rejects.toThrow(MigrationRefused)
  await expect(refused).rejects.toThrow(
    'an older version of Farthing made this database (its first migration is 0001-ledger.sql), and this version cannot read it. ' +
      'Set DATA_DIR to a new folder (for PostgreSQL: DATABASE_URL to a new database), or start the version that made it',
  )
  const after = await open(old)
  expect(await after.read(contents, undefined)).toEqual(found)
  await after.close()
}

test('a data folder with the schema of an older version is refused, and stays as it was', async () => {
  using directory = temporaryDirectory()
  await expectRefusal((migrations) => openSqliteStore({ ...systemParts, directory: directory.path, ...(migrations && { migrations }) }))
})

test('a PostgreSQL database with the schema of an older version is refused, and stays as it was', async () => {
  const url = await server.createDatabase()
  await expectRefusal((migrations) => openPostgresStore({ ...systemParts, url, ...(migrations && { migrations }) }))
})
