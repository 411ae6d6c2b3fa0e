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

/** Told by a statement that decided by what has changed meanwhile, and so changed nothing: it is run again. */
export const lostRace = Symbol('lost race')

/**
 * A unit or query as one PostgreSQL statement, which is a transaction of its own at READ COMMITTED. All of it sees the
 * database as it was when the statement began, so whatever it decides from what it has read must be held by a row that it
 * changes on a condition: that row's newest version is asked, not the one that was seen. What can only be seen after the
 * fact is undone by a division by zero, which no statement makes for another reason.
 *
 * It is data and pure functions, and knows no connection, so that a store may send several inputs together.
 */
export interface PostgresForm<Input, Output> {
  /** Values stand in it by name, such as `:payer`. */
  readonly text: string
  values(input: Input): Readonly<Record<string, PostgresValue>>
  result(rows: readonly Row[], input: Input): Output | typeof lostRace
  /**
   * Inputs of one turn are about the same thing, and would only wait for each other on the server: they are sent one by one.
   * Where several share a transaction, they stand in the order of their turns.
   */
  turn?(input: Input): string
  /**
   * Looks up or changes a few rows by their keys, and waits for nobody for long. Under load it shares a transaction with others
   * such, and what it has locked stays so until all of them are written.
   */
  readonly brief?: true
}

/**
 * One atomic change of the database, named for logs and metrics. It holds its form for each engine side by side. The SQLite
 * form is synchronous and must not wait for anything. Without a form for an engine it is refused there (NotOnThisEngine).
 */
export interface Unit<Input, Output> {
  readonly name: string
  sqlite(transaction: SqliteTransaction, input: Input): Output
  readonly postgres?: PostgresForm<Input, Output>
}

/** A question to the database that changes nothing. */
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

export class StoreClosed extends Error {
  override readonly name = 'StoreClosed'
}

/** Another process writes to this data directory. */
export class StoreLocked extends Error {
  override readonly name = 'StoreLocked'
}

/** The engine could not make it durable, or read it (disk full, I/O error); nothing of it was written and the store stays usable. */
export class StoreFailed extends Error {
  override readonly name: string = 'StoreFailed'
}

/**
 * The engine went away before it said what became of a unit: it was written, or it was not. Whoever must know asks for what
 * the unit would have changed.
 */
export class StoreOutcomeUnknown extends StoreFailed {
  override readonly name: string = 'StoreOutcomeUnknown'
}

/** A unit or query has no form for the engine that it was given to. */
export class NotOnThisEngine extends Error {
  override readonly name = 'NotOnThisEngine'
}

/** The database does not fit this version of the code: a migration was changed after it ran, is missing, or is unknown here. */
export class MigrationRefused extends Error {
  override readonly name = 'MigrationRefused'
}
