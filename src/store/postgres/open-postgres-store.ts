import pg from 'pg'
import type { Clock } from '../../shared/clock.ts'
import type { Migration } from '../migration.ts'
import { StoreFailed, StoreUnreachable, type Store } from '../store.ts'
import { cellTypes } from './cell-types.ts'
import { connectionOf, type Connection } from './connection-options.ts'
import { loadMigrations } from './load-migrations.ts'
import { checkSchema, migrate } from './migrate.ts'
import { direct, poolingOf, withoutStatements, type Pooling } from './pooling.ts'
import { createPostgresStore, type PostgresStoreParts } from './postgres-store.ts'
import { readingFrame, writingFrame } from './transaction-frame.ts'
import { createTransactions } from './transactions.ts'

export interface PostgresStoreOptions extends PostgresStoreParts {
  readonly clock: Clock
  /** `postgres://user:password@host:port/database?sslmode=...`, see `connection-options.ts`. */
  readonly url: string
  readonly migrations?: readonly Migration[]
  /** Connections of this process at most. Default 10. */
  readonly connections?: number
  /** How long one statement may take before the server gives it up. Default 10 s. */
  readonly statementMs?: number
  /** For reports: nothing is changed, also not the schema, and the planner may choose what it thinks is best for many rows. */
  readonly readOnly?: boolean
}

/** How long a unit waits for a connection before it fails, unwritten. */
const connectMs = 5_000

/**
 * Opens the database that several instances share, and brings its schema up to date.
 * @throws StoreUnreachable when the server can't be reached, or does not take connections now.
 * @throws StoreFailed when it refuses the login.
 * @throws DatabaseUrlRefused when the address is not understood.
 * @throws MigrationRefused when the database does not fit this version of the code.
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const { url, log, connections = 10, statementMs = 10_000, readOnly = false } = options
  const connection = connectionOf(url)
  const { keepsStatements } = await prepareSchema(connection, options)
  const pool = new pg.Pool({
    ...connection,
    ...settings,
    max: connections,
    idleTimeoutMillis: 60_000,
    // For a server that is gone without closing the connection. A slow server has cancelled the statement by then.
    query_timeout: statementMs + 5_000,
  })
  // The user of a connection gets an error when it breaks; without a listener that error would end the process. For idle
  // connections the pool emits an error, to which the whole connection is attached, so only its message is logged.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('error', (error) => log.warn({ reason: error.message }, 'a connection to the database broke'))
  const frame = readOnly ? readingFrame(statementMs) : writingFrame(statementMs)
  // Behind a pooler, statements of the same text share their plans, and those of a report are not for a service.
  const named = !readOnly && keepsStatements
  const sendTransaction = createTransactions({ pool, frame, named, onForgotten: () => log.warn({}, statementsForgotten) })
  return createPostgresStore(pool, sendTransaction, options)
}

/** Each is sent in full then, and works. */
const statementsForgotten = `${withoutStatements.what}: ${withoutStatements.fix}`

const settings = { connectionTimeoutMillis: connectMs, keepAlive: true, application_name: 'farthing', types: cellTypes }

/** On a connection of its own, since a migration may take long, and so may waiting for another instance's migration. */
async function prepareSchema(
  connection: Connection,
  { clock, random, log, migrations, readOnly = false }: PostgresStoreOptions,
): Promise<Pooling> {
  const client = new pg.Client({ ...connection, ...settings })
  client.on('error', (error) => log.warn({ reason: error.message }, 'a connection to the database broke'))
  await client.connect().catch((cause: unknown) => {
    const Failure = mayComeBack(cause) ? StoreUnreachable : StoreFailed
    throw new Failure(`the database cannot be reached: ${reasonOf(cause)}`, { cause })
  })
  try {
    if (readOnly) {
      await checkSchema(client, migrations ?? loadMigrations())
      return direct
    }
    const pooling = await poolingOf(client, () => new pg.Client({ ...connection, ...settings, query_timeout: 2_000 }), random)
    if (!pooling.keepsStatements) log.warn({}, statementsForgotten)
    await warnOfLostCommits(client, log)
    await migrate(client, migrations ?? loadMigrations(), clock, log)
    return pooling
  } finally {
    await client.end()
  }
}

/** It starts or ends, or all of its connections are taken. */
const notNow = new Set(['57P01', '57P02', '57P03', '53300'])
/** No server there, or no way to it. */
const noAnswer = /^E(?:CONN(?:REFUSED|RESET)|TIMEDOUT|HOSTUNREACH|NETUNREACH|HOSTDOWN|NETDOWN|PIPE|AI_AGAIN)$|^ENOTFOUND$/

/** A refused login, a missing database or wrong certificates are for the operator; an absent server is not. */
function mayComeBack(cause: unknown): boolean {
  if (cause instanceof pg.DatabaseError) return notNow.has(cause.code ?? '')
  const { code, message } = cause as { readonly code?: unknown; readonly message?: unknown }
  if (typeof code === 'string') return noAnswer.test(code)
  // What the driver says of a server that accepts the connection and does not answer, or closes it.
  return typeof message === 'string' && /timeout expired|connection terminated/i.test(message)
}

/** The server's message, or the error code of the operating system. Neither contains the password. */
export function reasonOf(cause: unknown): string {
  if (cause instanceof pg.DatabaseError) return cause.message
  const { code } = cause as { readonly code?: unknown }
  return typeof code === 'string' ? code : cause instanceof Error ? cause.message : 'it gave no reason'
}

async function warnOfLostCommits(client: pg.ClientBase, log: PostgresStoreParts['log']): Promise<void> {
  const { rows } = await client.query<{ fsync: string; commit: string }>(
    `SELECT current_setting('fsync', true) AS fsync, current_setting('synchronous_commit', true) AS commit`,
  )
  if (rows[0]?.fsync === 'off' || rows[0]?.commit === 'off')
    log.warn({ ...rows[0] }, 'the database reports commits before they are on disk: a power loss there can lose payments')
}
