import type { DecidedBy } from '../shared/problems.ts'
import { OperatorError } from '../shared/operator-error.ts'

/** A value that both engines store without surprise. Integers travel as bigint; a Date is never stored. */
export type Cell = string | bigint | Uint8Array | null
export type Row = Record<string, Cell>

/** A SQLite connection inside one transaction. Statements are prepared once per text. Integers come back as bigint. */
export interface SqliteTransaction {
  get(sql: string, ...values: readonly Cell[]): Row | undefined
  all(sql: string, ...values: readonly Cell[]): Row[]
  run(sql: string, ...values: readonly Cell[]): { changes: number }
}

/** What a PostgreSQL statement takes; a list is an array of text. */
export type PostgresValue = Cell | readonly string[]

/** The result of a statement that relied on rows that have changed since it began, and so changed nothing: it is run again. */
export const lostRace = Symbol('lost race')

/**
 * A unit or query as one PostgreSQL statement, which is a transaction of its own at READ COMMITTED. All of it sees the
 * database as it was when the statement began. So a decision from rows that it has read must be guarded by a row that it changes
 * on a condition, since that condition is checked on the row's newest version. What can only be checked after the change is undone
 * by `abortUnless` (`postgres/abort-unless.ts`).
 *
 * A form is data and pure functions, and knows no connection, so that a store can send several inputs together.
 */
export interface PostgresForm<Input, Output> {
  /** It names its values, such as `:payer`. */
  readonly text: string
  values(input: Input): Readonly<Record<string, PostgresValue>>
  result(rows: readonly Row[], input: Input): Output | typeof lostRace
  /**
   * Inputs with the same key change the same rows and would only wait for each other on the server, so they are sent one by one.
   * Statements that share a transaction are sorted by this key.
   */
  orderKey?(input: Input): string
  /**
   * The statement reads or changes a few rows by their keys, and does not wait long for others. Under load it shares a transaction
   * with other brief statements, and the rows it has locked stay locked until all of them are written.
   */
  readonly brief?: true
  /**
   * The statement takes a set of inputs at once. It names its values as arrays, with one item for each input (`givenInputs` in
   * `postgres/given-inputs.ts`), and each of its rows has the number of its input as `position`, from 1. `values` and `result` are about
   * one input all the same. The outcomes are those of one input after the other. Only for brief statements.
   */
  readonly set?: true
}

/**
 * One atomic change of the database, named for logs and metrics, with its form for each engine side by side. The SQLite form is
 * synchronous and must not wait for anything. An engine refuses a unit without a form for it (NotOnThisEngine).
 */
export interface Unit<Input, Output> {
  readonly name: string
  sqlite(transaction: SqliteTransaction, input: Input): Output
  readonly postgres?: PostgresForm<Input, Output>
}

/** A read of the database that changes nothing. */
export interface Query<Input, Output> {
  readonly name: string
  sqlite(transaction: SqliteTransaction, input: Input): Output
  readonly postgres?: PostgresForm<Input, Output>
}

export interface Store {
  /** Runs a unit; resolves once it is durable. A unit that throws is rolled back alone and rejects with its error. */
  write<Input, Output>(unit: Unit<Input, Output>, input: Input): Promise<Output>
  read<Input, Output>(query: Query<Input, Output>, input: Input): Promise<Output>
  /** Everything written is on disk; further calls reject with StoreClosed. */
  close(): Promise<void>
}

/** The database as it was at one moment, whatever is written meanwhile. */
export interface Snapshot extends Pick<Store, 'read'> {
  /** How many migrations its schema has. */
  readonly schema: number
  close(): Promise<void>
}

export class StoreClosed extends Error {
  override readonly name = 'StoreClosed'
  readonly decidedBy: DecidedBy = 'us'
}

/** Another process writes to this data directory. */
export class StoreLocked extends OperatorError {
  override readonly name = 'StoreLocked'
}

/** The engine could not write or read it (disk full, I/O error). Nothing of it was written, and the store stays usable. */
export class StoreFailed extends Error {
  override readonly name: string = 'StoreFailed'
  readonly decidedBy: DecidedBy = 'us'
}

/** The engine runs elsewhere and can't be reached now, or does not take connections yet. The same may succeed later. */
export class StoreUnreachable extends StoreFailed {
  override readonly name = 'StoreUnreachable'
}

/**
 * The engine went away before it said whether a unit was written. A caller that must know reads what the unit would have changed.
 */
export class StoreOutcomeUnknown extends StoreFailed {
  override readonly name: string = 'StoreOutcomeUnknown'
}

/** A unit or query has no form for the engine that it was given to. */
export class NotOnThisEngine extends Error {
  override readonly name = 'NotOnThisEngine'
}

/** The database does not fit this version of the code: a migration was changed after it ran, is missing, or is unknown here. */
export class MigrationRefused extends OperatorError {
  override readonly name = 'MigrationRefused'
}
