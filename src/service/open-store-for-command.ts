import { openPostgresStore, type PostgresStoreOptions } from '../store/postgres/open-postgres-store.ts'
import { openPostgresSnapshot } from '../store/postgres/open-postgres-snapshot.ts'
import { openReadOnlyStore } from '../store/sqlite/open-read-only-store.ts'
import { openSqliteSnapshot } from '../store/sqlite/open-sqlite-snapshot.ts'
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts'
import { MigrationRefused, StoreLocked, type Snapshot, type Store } from '../store/store.ts'
import { OperatorError } from '../shared/operator-error.ts'

export interface LedgerPlace {
  readonly dataDir: string
  readonly databaseUrl: string | null
}

export interface CommandStore {
  readonly store: Store
  readonly engine: 'sqlite' | 'postgres'
}

type System = Omit<PostgresStoreOptions, 'url' | 'connections' | 'statementMs' | 'readOnly' | 'migrations'>

/** A report over millions of payments may take longer than any statement of the service. */
const statementMs = 120_000

/**
 * Opens the ledger's database for a command that only reads. A service may run beside it: neither waits for the other.
 * @throws MigrationRefused, StoreFailed
 */
export async function openStoreToRead({ dataDir, databaseUrl }: LedgerPlace, system: System): Promise<CommandStore> {
  if (databaseUrl === null) return { store: openReadOnlyStore({ directory: dataDir }), engine: 'sqlite' }
  return {
    store: await openPostgresStore({ url: databaseUrl, connections: 2, statementMs, readOnly: true, ...system }),
    engine: 'postgres',
  }
}

/**
 * The ledger as it is at this moment, for a report that reads it in several parts. To be closed soon: until then the engine keeps what
 * changes meanwhile.
 * @throws MigrationRefused, StoreFailed
 */
export async function openSnapshotToRead({ dataDir, databaseUrl }: LedgerPlace): Promise<Snapshot> {
  if (databaseUrl !== null) return openPostgresSnapshot(databaseUrl, 'report')
  const snapshot = openSqliteSnapshot(dataDir)
  if (!snapshot) throw new MigrationRefused(`there is no ledger in ${dataDir}: set DATA_DIR to the data directory of the service`)
  return snapshot
}

/**
 * Opens the ledger's database for a command that writes, when no service answered it on its socket (`askService`). In a data
 * directory it takes the lock that the service holds.
 * @throws OperatorError when a process has the lock; MigrationRefused; StoreFailed
 */
export async function openStoreToWrite({ dataDir, databaseUrl }: LedgerPlace, system: System): Promise<CommandStore> {
  if (databaseUrl !== null)
    return { store: await openPostgresStore({ url: databaseUrl, connections: 2, statementMs, ...system }), engine: 'postgres' }
  const store = await openSqliteStore({ directory: dataDir, ...system }).catch((error: unknown) => {
    if (!(error instanceof StoreLocked)) throw error
    throw new OperatorError(`a service uses ${dataDir} and does not take commands yet: it starts or ends now, so try again in a moment`, {
      cause: error,
    })
  })
  return { store, engine: 'sqlite' }
}
