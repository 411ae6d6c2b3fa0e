import { statementOf, type Statement } from './statement.ts'

/**
 * What stands around the statements of a transaction. Every setting ends with its transaction. So it holds behind a pooler, which
 * may give each transaction another connection of the server, and no other client of the pooler inherits it.
 */
export interface TransactionFrame {
  readonly before: readonly Statement[]
  readonly after: readonly Statement[]
}

/**
 * The planner is kept to the indexes, which every lookup of a service has. A statement is planned once, for all values, since
 * planning takes longer than running; a plan that was made while the tables were empty would otherwise read them from end to end.
 * PostgreSQL up to 17 adds 10 billion to the cost of a plan that uses what is switched off, and compiles (`jit`) whatever is
 * expensive: that takes a second.
 */
export const plansByIndex = {
  jit: 'off',
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
}

/** For the few queries of a report, which may go through all rows: the planner chooses, and leaves the other processors to the service. */
export const plansForReports = { max_parallel_workers_per_gather: '0' }

export type PlanSettings = Readonly<Record<string, string>>

/** @param statementMs after which the server gives a statement up */
export function limits(statementMs: number): PlanSettings {
  return { statement_timeout: `${statementMs}`, idle_in_transaction_session_timeout: `${statementMs}` }
}

/** Sets what holds until the end of the transaction. */
export function setLocally(settings: PlanSettings): string {
  const calls = Object.entries({ bytea_output: 'hex', ...settings }).map(([name, value]) => `set_config('${name}', '${value}', true)`)
  return `SELECT ${calls.join(', ')}`
}

/** The transactions of a service, and of commands that write. */
export function writingFrame(statementMs: number, end: 'COMMIT' | 'ROLLBACK' = 'COMMIT'): TransactionFrame {
  return frameOf('READ WRITE', { ...plansByIndex, ...limits(statementMs) }, end)
}

/** The transactions of commands that only read. */
export function readingFrame(statementMs: number): TransactionFrame {
  return frameOf('READ ONLY', { ...plansForReports, ...limits(statementMs) }, 'COMMIT')
}

function frameOf(access: 'READ WRITE' | 'READ ONLY', settings: PlanSettings, end: 'COMMIT' | 'ROLLBACK'): TransactionFrame {
  const begin = statementOf(`BEGIN ISOLATION LEVEL READ COMMITTED ${access}`, 'begin')
  return { before: [begin, statementOf(setLocally(settings), 'settings')], after: [statementOf(end, 'end')] }
}
