import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { requireCurrentSchema } from '../current-schema.ts'
import type { AppliedMigration } from '../migration.ts'
import { StoreFailed, type Query, type Snapshot } from '../store.ts'
import { isEngineFault } from './engine-fault.ts'
import { loadMigrations } from './load-migrations.ts'
import { createTransaction, readOnly } from './transaction.ts'
import { explained, isThere, Unopenable } from './unopenable.ts'

/** Another process commits in milliseconds; a checkpoint of it may take longer. */
const busyMs = 5_000

/**
 * Reads the database of a data directory as it is now, with its WAL, while another process may write there. Readers and writers do not wait
 * for each other, but the WAL grows until the snapshot is closed. Undefined where there is no database.
 * @throws MigrationRefused where the database is of another version; Unopenable where this user may not read it; StoreFailed where it can't be read
 */
export function openSqliteSnapshot(directory: string): Snapshot | undefined {
  const file = join(directory, 'farthing.db')
  if (!isThere(file)) return undefined
  const database = openToRead(file)
  try {
    // The first read decides which moment it is.
    database.exec('PRAGMA cache_size = -16384; BEGIN')
    const applied = database.prepare('SELECT version, name, checksum FROM schema_migrations ORDER BY version').all()
    const schema = requireCurrentSchema(loadMigrations(), applied as unknown as AppliedMigration[])
    const transaction = readOnly(createTransaction(database))
    return {
      schema,
      async read<Input, Output>(query: Query<Input, Output>, input: Input): Promise<Output> {
        return orStoreFailed(query.name, () => query.sqlite(transaction, input))
      },
      async close() {
        if (database.isOpen) database.close()
      },
    }
  } catch (error) {
    database.close()
    const why = explained(error, file, 'read')
    if (why instanceof Unopenable || !isEngineFault(error)) throw why
    throw new StoreFailed(`${file} could not be read: ${error instanceof Error ? error.message : 'the engine gave no reason'}`, {
      cause: error,
    })
  }
}

function openToRead(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file, { readOnly: true, timeout: busyMs, readBigInts: true })
  } catch (error) {
    throw explained(error, file, 'read')
  }
}

/** What the engine finds wrong in a database, such as pages that do not fit together; empty where all is well. Reads every page. */
export function faultsOfSqliteFile(directory: string): string[] {
  const database = new DatabaseSync(join(directory, 'farthing.db'), { readOnly: true, timeout: busyMs })
  try {
    const found = orStoreFailed('quick_check', () => database.prepare('PRAGMA quick_check(10)').all())
    return found.map((row) => String(row['quick_check'])).filter((text) => text !== 'ok')
  } finally {
    database.close()
  }
}

function orStoreFailed<Output>(name: string, read: () => Output): Output {
  try {
    return read()
  } catch (error) {
    throw isEngineFault(error) ? new StoreFailed(`${name} could not be read: ${(error as Error).message}`, { cause: error }) : error
  }
}
