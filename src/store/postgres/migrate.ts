import type { ClientBase } from 'pg'
import type { Clock } from '../../shared/clock.ts'
import type { Log } from '../../shared/log.ts'
import { pendingMigrations, refuseOldSchema, type AppliedMigration, type Migration } from '../migration.ts'
import { MigrationRefused } from '../store.ts'

/** Any number that no other program locks in this database. */
const lock = '4020402040'

/**
 * Brings the schema up to the newest migration, each in a transaction of its own. Of several instances that start at once one
 * does it, and the others wait. On engines without advisory locks the primary key of `schema_migrations` does the same.
 * @throws MigrationRefused when the database is newer than the code, or an applied migration is not the one the code has.
 */
export async function migrate(client: ClientBase, migrations: readonly Migration[], clock: Clock, log: Log): Promise<void> {
  await client.query('SELECT pg_advisory_lock($1::int8)', [lock])
  try {
    await client.query(`CREATE TABLE IF NOT EXISTS schema_migrations (
      version int8 NOT NULL PRIMARY KEY, name text NOT NULL, checksum text NOT NULL, applied_at int8 NOT NULL
    )`)
    for (const next of pendingMigrations(migrations, await applied(client))) await apply(client, next, clock, log)
  } finally {
    await client.query('SELECT pg_advisory_unlock($1::int8)', [lock])
  }
}

/** For those who only read. @throws MigrationRefused as `migrate`, and when a migration is still to run */
export async function checkSchema(client: ClientBase, migrations: readonly Migration[]): Promise<void> {
  const { rows } = await client.query<{ there: string | null }>("SELECT to_regclass('schema_migrations')::text AS there")
  refuseOldSchema(pendingMigrations(migrations, rows[0]?.there ? await applied(client) : []))
}

async function applied(client: ClientBase): Promise<readonly AppliedMigration[]> {
  return (await client.query<AppliedMigration>('SELECT version, name, checksum FROM schema_migrations ORDER BY version')).rows
}

async function apply(client: ClientBase, { version, name, sql, checksum }: Migration, clock: Clock, log: Log): Promise<void> {
  await client.query('BEGIN')
  try {
    await client.query('INSERT INTO schema_migrations (version, name, checksum, applied_at) VALUES ($1, $2, $3, $4)', [
      version,
      name,
      checksum,
      clock.now(),
    ])
    await client.query(sql)
    await client.query('COMMIT')
  } catch (cause) {
    await client.query('ROLLBACK').catch((error: unknown) => log.error({ err: error }, 'rollback failed'))
    throw new MigrationRefused(`migration ${name} failed: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
  log.info({ migration: name }, 'schema migrated')
}
