import type { DatabaseSync } from 'node:sqlite'
import type { Clock } from '../../shared/clock.ts'
import type { Log } from '../../shared/log.ts'
import { pendingMigrations, type AppliedMigration, type Migration } from '../migration.ts'
import { MigrationRefused } from '../store.ts'

/**
 * Brings the schema up to the newest migration, each in a transaction of its own.
 * @throws MigrationRefused when the database is newer than the code, or an applied migration is not the one the code has.
 */
export function migrate(database: DatabaseSync, migrations: readonly Migration[], clock: Clock, log: Log): void {
  database.exec(`CREATE TABLE IF NOT EXISTS schema_migrations (
    version INTEGER PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL, applied_at INTEGER NOT NULL
  ) STRICT`)
  const applied = database
    .prepare('SELECT version, name, checksum FROM schema_migrations ORDER BY version')
    .all() as unknown as AppliedMigration[]
  for (const next of pendingMigrations(migrations, applied)) apply(database, next, clock, log)
}

function apply(database: DatabaseSync, { version, name, sql, checksum }: Migration, clock: Clock, log: Log): void {
  database.exec('BEGIN IMMEDIATE')
  try {
    database.exec(sql)
    database
      .prepare('INSERT INTO schema_migrations (version, name, checksum, applied_at) VALUES (?, ?, ?, ?)')
      .run(version, name, checksum, clock.now())
    database.exec('COMMIT')
  } catch (cause) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw new MigrationRefused(`migration ${name} failed: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
  log.info({ migration: name }, 'schema migrated')
}
