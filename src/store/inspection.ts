import { pendingMigrations, type AppliedMigration, type Migration } from './migration.ts'
import type { Row } from './store.ts'
import { MigrationRefused } from './store.ts'

/** What a database looks like from outside, without being changed. */
export interface DatabaseInspection {
  /** Migrations that the next start applies. */
  readonly pending: number
  /** Why this version of the code refuses the database; null where it does not. */
  readonly refused: string | null
  /** Rows of `ledger_facts`; empty in a database without that table. */
  readonly facts: readonly Row[]
}

/** Compares the migrations that ran with those of the code. */
export function comparedMigrations(
  migrations: readonly Migration[],
  applied: readonly AppliedMigration[],
): Pick<DatabaseInspection, 'pending' | 'refused'> {
  try {
    return { pending: pendingMigrations(migrations, applied).length, refused: null }
  } catch (error) {
    if (!(error instanceof MigrationRefused)) throw error
    return { pending: 0, refused: error.message }
  }
}
