import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migration } from '../migration.ts'
import { note, noteNames } from '../sqlite/store.fixture.ts'
import { MigrationRefused } from '../store.ts'
import { loadMigrations } from './load-migrations.ts'
import { openPostgresStore } from './open-postgres-store.ts'
import { startPostgres, type PostgresServer } from './start-postgres.fixture.ts'
import { notes, systemParts } from './store.fixture.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server[Symbol.asyncDispose]())

const second = migration('0002-more.sql', `CREATE TABLE more (name text); INSERT INTO notes (name) VALUES ('by migration');`)

async function tablesOf(url: string): Promise<string[]> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY table_name`,
  )
  await client.end()
  return rows.map(({ name }) => name)
}

describe('migrations', () => {
  test('each is applied once, in order, and data stays, however many instances start at once', async () => {
    const url = await server.createDatabase()
    const first = await openPostgresStore({ ...systemParts, url, migrations: [notes] })
    await first.write(note, 'mine')
    await first.close()
    const starting = Array.from({ length: 4 }, () => openPostgresStore({ ...systemParts, url, migrations: [notes, second] }))
    for (const store of await Promise.all(starting)) {
      expect(await store.read(noteNames, undefined)).toEqual(['by migration', 'mine'])
      await store.close()
    }
  })

  test('a changed old migration, and a newer database, refuse to start', async () => {
    const url = await server.createDatabase()
    await (await openPostgresStore({ ...systemParts, url, migrations: [notes, second] })).close()
    const changed = migration(notes.name, `${notes.sql} -- harmless`)
    const refused = openPostgresStore({ ...systemParts, url, migrations: [changed, second] })
    await expect(refused).rejects.toThrow('0001-notes.sql was changed after it was applied')
    await expect(openPostgresStore({ ...systemParts, url, migrations: [notes] })).rejects.toThrow('newer than this version')
  })

  test('one that fails leaves nothing behind', async () => {
    const url = await server.createDatabase()
    const broken = migration('0002-broken.sql', 'CREATE TABLE half (name text); INSERT INTO nowhere VALUES (1);')
    const refused = openPostgresStore({ ...systemParts, url, migrations: [notes, broken] })
    await expect(refused).rejects.toThrow(MigrationRefused)
    await expect(refused).rejects.toThrow('0002-broken.sql failed')
    expect(await tablesOf(url)).toEqual(['children', 'notes', 'schema_migrations'])
    await (await openPostgresStore({ ...systemParts, url, migrations: [notes] })).close()
  })

  test('our own migrations run', async () => {
    const url = await server.createDatabase()
    await (await openPostgresStore({ ...systemParts, url })).close()
    expect(loadMigrations()[0]!.name).toBe('0001-schema.sql')
    expect(await tablesOf(url)).toEqual(expect.arrayContaining(['payments', 'payments_archive', 'turns']))
  })
})
