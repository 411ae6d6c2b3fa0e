import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock, systemTimers } from '../../ops/system.ts'
import { silentLog } from '../../shared/log.ts'
import { silentMetrics, type Metrics } from '../../shared/metrics.ts'
import { migration } from '../migration.ts'
import { makeOwnDirectory } from '../own-files.ts'
import type { Query, Unit } from '../store.ts'
import { openMemoryStore, type MemoryStore, type MemoryStoreOptions } from './open-memory-store.ts'
import { openSqliteStore, type SqliteStore } from './open-sqlite-store.ts'
import type { SqliteStoreParts } from './sqlite-store.ts'

/** A directory that goes away when the block that holds it ends. */
export function temporaryDirectory(): { readonly path: string; [Symbol.dispose](): void } {
  const path = mkdtempSync(join(tmpdir(), 'farthing-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

export const systemParts = { clock: systemClock, timers: systemTimers, log: silentLog, metrics: silentMetrics } satisfies SqliteStoreParts

/** An empty database with the schema of the service. Its migrations take ten times as long as opening a copy of it. */
let migrated: Uint8Array | undefined

function migratedImage(): Uint8Array {
  migrated ??= openMemoryStore(systemParts).serialize()
  return migrated
}

/** What `openMemoryStore` opens with the schema of the service, sooner. */
export function memoryStore(parts: MemoryStoreOptions = systemParts): MemoryStore {
  return openMemoryStore({ image: migratedImage(), ...parts })
}

/** What `openSqliteStore` opens with the schema of the service, sooner. */
export function fileStore(directory: string, parts: SqliteStoreParts = systemParts): Promise<SqliteStore> {
  const file = join(directory, 'farthing.db')
  makeOwnDirectory(directory)
  if (!existsSync(file)) writeFileSync(file, migratedImage(), { mode: 0o600 })
  return openSqliteStore({ ...parts, directory })
}

/** A small schema for tests of the engine itself. A child without parent makes the COMMIT fail, not the statement. */
export const notes = migration(
  '0001-notes.sql',
  `CREATE TABLE notes (name TEXT NOT NULL PRIMARY KEY, number INTEGER, bytes BLOB) STRICT;
   CREATE TABLE children (parent TEXT NOT NULL REFERENCES notes (name) DEFERRABLE INITIALLY DEFERRED) STRICT;`,
)

export const note: Unit<string, string> = {
  name: 'note',
  sqlite(transaction, name) {
    transaction.run('INSERT INTO notes (name) VALUES (?)', name)
    return name
  },
  postgres: {
    text: 'INSERT INTO notes (name) VALUES (:name)',
    values: (name) => ({ name }),
    result: (_, name) => name,
  },
}

export const noteNames: Query<undefined, string[]> = {
  name: 'note_names',
  sqlite: (transaction) => transaction.all('SELECT name FROM notes ORDER BY name').map((row) => row['name'] as string),
  postgres: {
    text: 'SELECT name FROM notes ORDER BY name',
    values: () => ({}),
    result: (rows) => rows.map((row) => row['name'] as string),
  },
}

/** Metrics that remember what one histogram observed. */
export function recording(histogram: string): { readonly metrics: Metrics; readonly observed: number[] } {
  const observed: number[] = []
  return {
    observed,
    metrics: { ...silentMetrics, histogram: (name) => ({ observe: (value) => void (name === histogram && observed.push(value)) }) },
  }
}
