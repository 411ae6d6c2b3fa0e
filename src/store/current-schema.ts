import { pendingMigrations, type AppliedMigration, type Migration } from './migration.ts'
import { MigrationRefused } from './store.ts'

/**
 * For a reader that must not change the schema: how many migrations it has, which are all that this version knows.
 * @throws MigrationRefused where the database is of another version.
 */
export function requireCurrentSchema(migrations: readonly Migration[], applied: readonly AppliedMigration[]): number {
  const [pending] = pendingMigrations(migrations, applied)
  if (pending !== undefined)
    throw new MigrationRefused(
      `the database is of an older version of Farthing: ${pending.name} has not run on it. Start the service of this version once, or use the version of the service that runs`,
    )
  return applied.length
}
