import type { ClientBase } from 'pg'
import type { Clock } from '../../shared/clock.ts'
import type { Log } from '../../shared/log.ts'
import { pendingMigrations, refuseOldSchema, type AppliedMigration, type Migration } from '../migration.ts'
import { MigrationRefused } from '../store.ts'

/** Any number that no other program locks in this database. */
const lock = '4020402040'

/**
 * Brings the schema up to the newest migration, each in a transaction of its own, which holds the lock: a pooler may give the next
 * transaction another connection of the server. Of several instances that start at once one does it, and the others wait. On engines
 * without advisory locks the primary key of `schema_migrations` does the same.
 * @throws MigrationRefused when the database is newer than the code, or an applied migration is not the one the code has.
 */
export async function migrate(client: ClientBase, migrations: readonly Migration[], clock: Clock, log: Log): Promise<void> {
  for (;;) {
    const done = await inTransaction(client, log, () => applyNext(client, migrations, clock))
    if (done === undefined) return
    log.info({ migration: done.name }, 'schema migrated')
  }
}

/** Applies the first migration that is missing, and gives it; undefined where none is. */
async function applyNext(client: ClientBase, migrations: readonly Migration[], clock: Clock): Promise<Migration | undefined> {
  await client.query('SELECT pg_advisory_xact_lock($1::int8)', [lock])
  await client.query(`CREATE TABLE IF NOT EXISTS schema_migrations (
    version int8 NOT NULL PRIMARY KEY, name text NOT NULL, checksum text NOT NULL, applied_at int8 NOT NULL
  )`)
  const [next] = pendingMigrations(migrations, await applied(client))
  if (next) await apply(client, next, clock)
  return next
}

async function inTransaction<Output>(client: ClientBase, log: Log, run: () => Promise<Output>): Promise<Output> {
  // Each statement sees what the one before it in the queue for the lock has committed.
  await client.query('BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE')
  try {
    const output = await run()
    await client.query('COMMIT')
    return output
  } catch (error) {
    await client.query('ROLLBACK').catch((failed: unknown) => log.error({ err: failed }, 'rollback failed'))
    throw error
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

async function apply(client: ClientBase, { version, name, sql, checksum }: Migration, clock: Clock): Promise<void> {
  try {
    await client.query('INSERT INTO schema_migrations (version, name, checksum, applied_at) VALUES ($1, $2, $3, $4)', [
      version,
      name,
      checksum,
      clock.now(),
    ])
    await client.query(sql)
  } catch (cause) {
    throw new MigrationRefused(`migration ${name} failed: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}
