import pg from 'pg'

/**
 * How a statement ended that failed.
 *
 * raced    another statement was faster, and nothing of it was written: worth another attempt
 * failed   the engine could not do it, and nothing of it was written
 * unknown  the engine went away before it said whether it was written
 * mistake  the statement or its values are at fault, and nothing of it was written
 */
export type Fault = 'raced' | 'failed' | 'unknown' | 'mistake'

/** Serialization failure, deadlock, and the division by zero of `abortUnless`. */
const raced = new Set(['40001', '40P01', '22012'])

/** Ended by an administrator or a crash, maybe after the commit; and `statement_completion_unknown`. */
const unknown = new Set(['57P01', '57P02', '40003'])

/** Lack of resources, intervention by an operator (a statement that ran for too long), system errors, internal ones; locks, read-only servers. */
const failing = ['53', '57', '58', 'XX', 'F0']
const failed = new Set(['55P03', '25006'])

export function faultOf(error: unknown): Fault {
  const state = sqlState(error)
  // An error that does not come from the server is one of the connection.
  if (state === undefined || unknown.has(state) || state.startsWith('08')) return 'unknown'
  if (raced.has(state)) return 'raced'
  return failed.has(state) || failing.some((prefix) => state.startsWith(prefix)) ? 'failed' : 'mistake'
}

/** Whether the connection can no longer be used. */
export function endsConnection(error: unknown): boolean {
  return faultOf(error) === 'unknown'
}

/**
 * Whether a statement is missing that this connection has prepared, or there under its name that it has not prepared. Then a pooler
 * is between, which gives each transaction another connection of the server and knows nothing of prepared statements.
 */
export function forgetsStatements(error: unknown): boolean {
  const state = sqlState(error)
  return state === '26000' || state === '42P05'
}

/** Whether the disk of the database server is full. */
export function isDiskFull(error: unknown): boolean {
  return sqlState(error) === '53100'
}

function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}
