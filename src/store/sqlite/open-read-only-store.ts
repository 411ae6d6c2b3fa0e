import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pendingMigrations, refuseOldSchema, type AppliedMigration, type Migration } from '../migration.ts'
import { MigrationRefused, StoreClosed, StoreFailed, type Query, type Store } from '../store.ts'
import { isEngineFault } from './engine-fault.ts'
import { loadMigrations } from './load-migrations.ts'
import { createTransaction, readOnly } from './transaction.ts'
import { explained, isThere } from './unopenable.ts'

/** How long a reader waits for a writer that recovers the log; otherwise it waits for nobody. */
const waitMs = 5_000

/**
 * Opens the database of a data directory for reading, beside the service that writes there or without one. It takes no lock and
 * changes no schema; `write` rejects.
 * @throws MigrationRefused when there is no database, or it does not fit this version of the code; Unopenable where this user may not read it
 */
export function openReadOnlyStore({ directory, migrations }: { directory: string; migrations?: readonly Migration[] }): Store {
  const file = join(directory, 'farthing.db')
  if (!isThere(file)) throw new MigrationRefused(`there is no ledger in ${directory}: set DATA_DIR to the data directory of the service`)
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(file, { readOnly: true, timeout: waitMs, readBigInts: true })
    refuseOldSchema(pendingMigrations(migrations ?? loadMigrations(), appliedTo(database)))
  } catch (error) {
    database?.close()
    throw explained(error, file, 'read')
  }
  return storeThatReads(database)
}

function storeThatReads(database: DatabaseSync): Store {
  const transaction = readOnly(createTransaction(database))
  return {
    write: async ({ name }) => {
      throw new TypeError(`${name} changes the ledger, which is open for reading only`)
    },
    async read<Input, Output>(query: Query<Input, Output>, input: Input): Promise<Output> {
      if (!database.isOpen) throw new StoreClosed('the store is closed')
      try {
        return query.sqlite(transaction, input)
      } catch (error) {
        throw isEngineFault(error) ? new StoreFailed(`${query.name} could not be read`, { cause: error }) : error
      }
    },
    async close() {
      if (database.isOpen) database.close()
    },
  }
}

function appliedTo(database: DatabaseSync): AppliedMigration[] {
  try {
    return database.prepare('SELECT version, name, checksum FROM schema_migrations ORDER BY version').all() as unknown as AppliedMigration[]
  } catch (error) {
    if (/no such table/.test((error as Error).message)) return []
    throw error
  }
}
