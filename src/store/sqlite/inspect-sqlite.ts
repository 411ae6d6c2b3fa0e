import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { comparedMigrations, type DatabaseInspection } from '../inspection.ts'
import type { AppliedMigration } from '../migration.ts'
import type { Row } from '../store.ts'
import { loadMigrations } from './load-migrations.ts'

export interface SqliteInspection extends DatabaseInspection {
  /** What SQLite says of damaged pages and indexes; empty where it finds none. */
  readonly damage: readonly string[]
}

interface Read {
  readonly applied: readonly AppliedMigration[]
  readonly facts: readonly Row[]
  readonly damage: readonly string[]
}

/**
 * Reads a database file that another process may be writing to, and changes nothing in it.
 * @param complete also reads every page (`PRAGMA quick_check`), which takes about a second for each gigabyte
 * @throws the error of SQLite, as for a file that is no database; the signal's reason
 */
export async function inspectSqlite(
  file: string,
  { complete, signal }: { readonly complete: boolean; readonly signal: AbortSignal },
): Promise<SqliteInspection> {
  const worker = new Worker(new URL('./inspect-worker.ts', import.meta.url), { workerData: { file, complete } })
  try {
    const [read] = (await once(worker, 'message', { signal })) as [Read]
    return { ...comparedMigrations(loadMigrations(), read.applied), facts: read.facts, damage: read.damage }
  } finally {
    await worker.terminate()
  }
}
