import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock, systemTimers } from '../../ops/system.ts'
import { silentLog } from '../../shared/log.ts'
import { silentMetrics, type Metrics } from '../../shared/metrics.ts'
import { migration } from '../migration.ts'
import type { Query, Unit } from '../store.ts'
import type { SqliteStoreParts } from './sqlite-store.ts'

/** A directory that goes away when the block that holds it ends. */
export function temporaryDirectory(): { readonly path: string; [Symbol.dispose](): void } {
  const path = mkdtempSync(join(tmpdir(), 'farthing-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

export const systemParts = { clock: systemClock, timers: systemTimers, log: silentLog, metrics: silentMetrics } satisfies SqliteStoreParts

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
