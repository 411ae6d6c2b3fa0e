import pg from 'pg'
import { comparedMigrations, type DatabaseInspection } from '../inspection.ts'
import type { Random } from '../../shared/random.ts'
import type { Row } from '../store.ts'
import { connectionOf } from './connection-options.ts'
import { loadMigrations } from './load-migrations.ts'
import { reasonOf } from './open-postgres-store.ts'
import { PoolerRefused, poolingOf, type Pooling } from './pooling.ts'

export interface PostgresInspection extends DatabaseInspection {
  /** `18.1`. */
  readonly version: string
  readonly settings: {
    readonly fsync: string
    readonly synchronous_commit: string
    readonly full_page_writes: string
    readonly default_transaction_read_only: string
  }
  /** A standby, which takes no writes. */
  readonly standby: boolean
  readonly mayCreate: boolean
  readonly maxConnections: number
  /** Connections of everybody, ours included. */
  readonly connections: number
  /** Milliseconds since the epoch by the server's clock. */
  readonly now: number
  readonly encrypted: boolean
  readonly pooling: Pooling
}

interface Facts {
  readonly version: string
  readonly fsync: string
  readonly synchronous_commit: string
  readonly full_page_writes: string
  readonly read_only: string
  readonly standby: boolean
  readonly may_create: boolean
  readonly max_connections: string
  readonly connections: string
  readonly now: string
  readonly encrypted: boolean | null
  readonly migrated: boolean
  readonly with_facts: boolean
}

const question = `SELECT current_setting('server_version') AS version, current_setting('fsync', true) AS fsync,
  current_setting('synchronous_commit', true) AS synchronous_commit, current_setting('full_page_writes', true) AS full_page_writes,
  current_setting('default_transaction_read_only') AS read_only, pg_is_in_recovery() AS standby,
  has_schema_privilege(current_schema(), 'CREATE') AS may_create, current_setting('max_connections') AS max_connections,
  (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend')::text AS connections,
  (extract(epoch FROM clock_timestamp()) * 1000)::int8::text AS now,
  (SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()) AS encrypted,
  to_regclass('schema_migrations') IS NOT NULL AS migrated, to_regclass('ledger_facts') IS NOT NULL AS with_facts`

/** The server can't be reached, or refuses us. The message says why, and never contains the password. */
export class PostgresAway extends Error {
  override readonly name = 'PostgresAway'
}

/**
 * Asks a PostgreSQL about itself and the ledger in it, and changes nothing.
 * @throws DatabaseUrlRefused, PostgresAway, PoolerRefused
 */
export async function inspectPostgres(url: string, connectMs: number, random: Random): Promise<PostgresInspection> {
  const connection = connectionOf(url)
  const limits = { connectionTimeoutMillis: connectMs, query_timeout: connectMs, application_name: 'farthing doctor' }
  const another = () => new pg.Client({ ...connection, ...limits })
  const client = another()
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<Facts>(question)
    const facts = rows[0]!
    const rowsOf = async <R extends pg.QueryResultRow>(there: boolean, sql: string) => (there ? (await client.query<R>(sql)).rows : [])
    const applied = await rowsOf<{ readonly version: string; readonly name: string; readonly checksum: string }>(
      facts.migrated,
      'SELECT version, name, checksum FROM schema_migrations ORDER BY version',
    )
    return {
      ...comparedMigrations(
        loadMigrations(),
        applied.map((row) => ({ ...row, version: BigInt(row.version) })),
      ),
      facts: await rowsOf<Row>(facts.with_facts, 'SELECT name, value FROM ledger_facts'),
      version: facts.version,
      settings: {
        fsync: facts.fsync,
        synchronous_commit: facts.synchronous_commit,
        full_page_writes: facts.full_page_writes,
        default_transaction_read_only: facts.read_only,
      },
      standby: facts.standby,
      mayCreate: facts.may_create,
      maxConnections: Number(facts.max_connections),
      connections: Number(facts.connections),
      now: Number(facts.now),
      encrypted: facts.encrypted ?? false,
      pooling: await poolingOf(client, another, random),
    }
  } catch (cause) {
    if (cause instanceof PoolerRefused) throw cause
    throw new PostgresAway(reasonOf(cause), { cause })
  } finally {
    await client.end().catch(() => {})
  }
}
