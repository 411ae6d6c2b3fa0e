import type { z } from 'zod'

/**
 * A table of a line: rows of JSON by key.
 * `shared`: in the ledger's database, on both engines, one for all instances, in backups and moves.
 * `instance`: in the data directory of each instance, for what can be made again.
 */
export interface LineTable<Row = unknown> {
  /** Kebab-case, no two of a line the same. It may not change once rows are there. */
  readonly name: string
  readonly kept: 'shared' | 'instance'
  /** What a row is. Rows that were stored in an earlier form must still parse: give new members a default. */
  readonly row: z.ZodType<Row>
}

/** Declares a table of a line. */
export function table<Row>(declaration: LineTable<Row>): LineTable<Row> {
  return declaration
}

/** A row with its key. */
export interface KeyedRow<Row> {
  readonly key: string
  readonly row: Row
}

/** An open table. Keys are text of 1 to 512 characters, in order of their UTF-8 bytes. A row takes at most 1 MB as JSON. */
export interface Table<Row> {
  /** Null where there is none. */
  get(key: string): Promise<Row | null>
  /** Stores a row in place of the one with this key. Resolves when it is durable. */
  put(key: string, row: Row): Promise<void>
  /**
   * Changes one row, so that no change of another process is lost: `change` gets the row, or null, and returns what is to be stored,
   * or null to remove it. It may run several times, so it must not do anything but compute.
   * @returns what is stored now
   */
  update(key: string, change: (row: Row | null) => Row | null): Promise<Row | null>
  /** False where there was none. */
  remove(key: string): Promise<boolean>
  /** Rows in the order of their keys: those that begin with `prefix` and come after `after`. At most `limit`, which is 100 unless given, and 1,000 at most. */
  list(options?: { readonly prefix?: string; readonly after?: string; readonly limit?: number }): Promise<KeyedRow<Row>[]>
}
