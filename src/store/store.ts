/** A value that both engines store without surprise. Integers travel as bigint; a Date is never stored. */
export type Cell = string | bigint | Uint8Array | null
export type Row = Record<string, Cell>

/** A SQLite connection inside one transaction. Statements are prepared once per text. Integers come back as bigint. */
export interface SqliteTransaction {
  get(sql: string, ...values: readonly Cell[]): Row | undefined
  all(sql: string, ...values: readonly Cell[]): Row[]
  run(sql: string, ...values: readonly Cell[]): { changes: number }
}

/**
 * One atomic change of the database, named for logs and metrics. It holds its form for each engine side by side;
 * the PostgreSQL form is added with that engine. The SQLite form is synchronous and must not wait for anything.
 */
export interface Unit<Input, Output> {
  readonly name: string
  sqlite(transaction: SqliteTransaction, input: Input): Output
}

/** A question to the database that changes nothing. */
export interface Query<Input, Output> {
  readonly name: string
  sqlite(transaction: SqliteTransaction, input: Input): Output
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
  override readonly name = 'StoreFailed'
}

/** The database does not fit this version of the code: a migration was changed after it ran, is missing, or is unknown here. */
export class MigrationRefused extends Error {
  override readonly name = 'MigrationRefused'
}
