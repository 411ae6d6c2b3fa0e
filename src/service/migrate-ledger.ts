import { join } from 'node:path'
import { createAnswerFiles } from '../ledger/answers/answer-files.ts'
import { checkMove, isSameSum, moveLedger, type MoveListener, type MoveReport, type SumComparison } from '../ledger/move/move-ledger.ts'
import { tablesNotMoved } from '../ledger/move/moved-tables.ts'
import { openPostgresStore, type PostgresStoreOptions } from '../store/postgres/open-postgres-store.ts'
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts'
import { StoreLocked, type Store } from '../store/store.ts'

export interface LedgerMigration {
  /** The data directory that keeps the ledger now. */
  readonly dataDir: string
  readonly databaseUrl: string
  /** Only compare the two ledgers. */
  readonly checkOnly: boolean
  readonly onProgress: MigrationListener
}

export type MigrationListener = MoveListener

export interface MigrationReport extends MoveReport {
  readonly sums: readonly (SumComparison & { readonly same: boolean })[]
  /** Tables that are not moved, with the reason. */
  readonly left: Readonly<Record<string, string>>
}

/** Counting millions of rows takes longer than any statement of a service may. */
const statementMs = 600_000

/**
 * Moves the ledger of a data directory to PostgreSQL and compares every row, or only compares the two.
 * @throws Error when a service uses the directory; StoreFailed; MoveRefused
 */
export async function migrateLedger(
  { dataDir, databaseUrl, checkOnly, onProgress }: LedgerMigration,
  system: Omit<PostgresStoreOptions, 'url' | 'connections' | 'statementMs'>,
): Promise<MigrationReport> {
  const stores: Store[] = []
  try {
    const from = await openSqliteStore({ directory: dataDir, ...system }).catch((error: unknown) => {
      throw error instanceof StoreLocked ? new Error(`a service uses the ledger of ${dataDir}: stop it first`, { cause: error }) : error
    })
    stores.push(from)
    const to = await openPostgresStore({ url: databaseUrl, connections: 2, statementMs, ...system })
    stores.push(to)
    const files = createAnswerFiles(join(dataDir, 'answers'))
    const parts = { from, files, to, clock: system.clock, random: system.random, listener: onProgress }
    const report = await (checkOnly ? checkMove(parts) : moveLedger(parts))
    return { ...report, sums: report.sums.map((sum) => ({ ...sum, same: isSameSum(sum) })), left: tablesNotMoved }
  } finally {
    for (const store of stores.toReversed()) await store.close()
  }
}
