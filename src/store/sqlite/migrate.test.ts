import { describe, expect, test } from 'vitest'
import { migration } from '../migration.ts'
import { MigrationRefused, type Query } from '../store.ts'
import { loadMigrations } from './load-migrations.ts'
import { openSqliteStore } from './open-sqlite-store.ts'
import { note, noteNames, notes, systemParts, temporaryDirectory } from './store.fixture.ts'

const second = migration('0002-more.sql', `CREATE TABLE more (name TEXT) STRICT; INSERT INTO notes (name) VALUES ('by migration');`)
const tables: Query<undefined, string[]> = {
  name: 'tables',
  sqlite: (transaction) =>
    transaction.all(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`).map((row) => row['name'] as string),
}

describe('migrations', () => {
  test('each is applied once, in order, and data stays', async () => {
    using directory = temporaryDirectory()
    const options = { ...systemParts, directory: directory.path }
    const first = await openSqliteStore({ ...options, migrations: [notes] })
    await first.write(note, 'mine')
    await first.close()
    for (let start = 0; start < 2; start++) {
      const store = await openSqliteStore({ ...options, migrations: [notes, second] })
      expect(await store.read(noteNames, undefined)).toEqual(['by migration', 'mine'])
      await store.close()
    }
  })

  test('a changed old migration refuses to start, and says which', async () => {
    using directory = temporaryDirectory()
    const options = { ...systemParts, directory: directory.path }
    await (await openSqliteStore({ ...options, migrations: [notes] })).close()
    const changed = migration(notes.name, `${notes.sql} -- harmless`)
    const refused = openSqliteStore({ ...options, migrations: [changed] })
    await expect(refused).rejects.toThrow(MigrationRefused)
    await expect(refused).rejects.toThrow('0001-notes.sql was changed after it was applied')
    // The lock was given back, so a right start goes through.
    await (await openSqliteStore({ ...options, migrations: [notes] })).close()
  })

  test('a database newer than the code refuses to start', async () => {
    using directory = temporaryDirectory()
    const options = { ...systemParts, directory: directory.path }
    await (await openSqliteStore({ ...options, migrations: [notes, second] })).close()
    await expect(openSqliteStore({ ...options, migrations: [notes] })).rejects.toThrow('newer than this version')
  })

  test('one that fails leaves nothing behind', async () => {
    using directory = temporaryDirectory()
    const options = { ...systemParts, directory: directory.path }
    const broken = migration('0002-broken.sql', 'CREATE TABLE half (name TEXT) STRICT; INSERT INTO nowhere VALUES (1);')
    await expect(openSqliteStore({ ...options, migrations: [notes, broken] })).rejects.toThrow('0002-broken.sql failed')
    const store = await openSqliteStore({ ...options, migrations: [notes] })
    expect(await store.read(tables, undefined)).toEqual(['children', 'notes', 'schema_migrations'])
    await store.close()
  })

  test('names without a number, and gaps between numbers, are refused', async () => {
    using directory = temporaryDirectory()
    expect(() => migration('ledger.sql', '')).toThrow(MigrationRefused)
    const third = migration('0003-late.sql', '')
    await expect(openSqliteStore({ ...systemParts, directory: directory.path, migrations: [notes, third] })).rejects.toThrow('without gaps')
  })

  test('our own migrations load in order', () => {
    const shipped = loadMigrations()
    expect(shipped.map(({ version }) => version)).toEqual(shipped.map((_, index) => index + 1))
    expect(shipped[0]!.name).toBe('0001-schema.sql')
  })
})
