import pg from 'pg'
import { requireCurrentSchema } from '../current-schema.ts'
import type { AppliedMigration } from '../migration.ts'
import { NotOnThisEngine, StoreFailed, type Query, type Row, type Snapshot } from '../store.ts'
import { cellTypes } from './cell-types.ts'
import { databaseServersOf } from './database-servers.ts'
import { loadMigrations } from './load-migrations.ts'
import { clientOf } from './open-postgres-store.ts'
import { boundOf } from './statement.ts'
import { limits, plansByIndex, plansForReports, setLocally } from './transaction-frame.ts'

/** Milliseconds. Counting the rows of a large table takes longer than any statement of a service may; a person at the desk waits for a page. */
const statementMs = { backup: 600_000, report: 600_000, desk: 15_000 } as const

/**
 * Reads a database as it is now, in one transaction, while services write to it. Nobody waits for it, but the server keeps old rows until
 * it is closed.
 * @param use a backup and the desk read rows in the order of their keys; a report adds many of them up
 * @throws StoreFailed where the server can't be reached or asked; MigrationRefused where the database is of another version
 */
export async function openPostgresSnapshot(url: string, use: keyof typeof statementMs = 'backup'): Promise<Snapshot> {
  const client = clientOf(databaseServersOf(url), {
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    application_name: `farthing ${use}`,
    types: cellTypes,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    // All that is set ends with the transaction, so that no other client of a pooler inherits it.
    await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY')
    await client.query(setLocally({ ...(use === 'report' ? plansForReports : plansByIndex), ...limits(statementMs[use]) }))
    const { rows } = await client.query<AppliedMigration & pg.QueryResultRow>(
      'SELECT version, name, checksum FROM schema_migrations ORDER BY version',
    )
    return {
      schema: requireCurrentSchema(loadMigrations(), rows),
      read: (query, input) => read(client, query, input),
      close: () => close(client),
    }
  } catch (error) {
    await client.end().catch(() => {})
    throw asStoreFailed(error, 'the database cannot be read')
  }
}

/** A pooler keeps the server's connection for others only where no transaction is open on it. */
async function close(client: pg.Client): Promise<void> {
  await client.query('COMMIT').catch(() => {})
  await client.end()
}

async function read<Input, Output>(client: pg.Client, { name, postgres: form }: Query<Input, Output>, input: Input): Promise<Output> {
  if (!form) throw new NotOnThisEngine(`${name} is not yet on PostgreSQL`)
  const { statement, values: given } = boundOf(form, name, input)
  const { text } = statement
  const values = [...given]
  // Without a name: behind a pooler, a prepared statement would share its plan with those of a service.
  const { rows } = await client.query<Row>({ text, values }).catch((error: unknown) => {
    throw asStoreFailed(error, `${name} could not be read`)
  })
  return form.result(rows, input) as Output
}

/** The server's own words; no message of it holds the address. */
function asStoreFailed(error: unknown, what: string): unknown {
  if (!(error instanceof Error) || (error.name !== 'error' && !('code' in error) && !/timeout|terminated|connection/i.test(error.message)))
    return error
  const reason = error instanceof pg.DatabaseError ? error.message : ((error as NodeJS.ErrnoException).code ?? error.message)
  return new StoreFailed(`${what}: ${reason}`, { cause: error })
}
