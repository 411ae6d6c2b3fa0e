import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Cell, Row, SqliteTransaction } from '../store.ts'

export interface CountingTransaction extends SqliteTransaction {
  /** Bytes of text and blobs bound since the last call. They limit the size of a group. */
  takeBoundBytes(): number
}

interface Prepared {
  readonly statement: StatementSync
  readonly placeholders: number
}

/**
 * The statements of one connection, prepared once per text. Texts are constants of the code, so the cache does not grow.
 * Values bind by position to `?` only: node:sqlite silently makes NULL of a Date and of a value that is missing, and does
 * not bind `$1` by position, so all three are refused here.
 */
export function createTransaction(database: DatabaseSync): CountingTransaction {
  const cache = new Map<string, Prepared>()
  let boundBytes = 0

  function prepared(sql: string, values: readonly Cell[]): StatementSync {
    let entry = cache.get(sql)
    if (!entry) {
      entry = { statement: database.prepare(sql), placeholders: countPlaceholders(sql) }
      entry.statement.setReadBigInts(true)
      cache.set(sql, entry)
    }
    if (values.length !== entry.placeholders) {
      throw new TypeError(`statement has ${entry.placeholders} placeholders, ${values.length} values came`)
    }
    for (const value of values) boundBytes += sizeOf(value)
    return entry.statement
  }

  return {
    get: (sql, ...values) => prepared(sql, values).get(...values) as Row | undefined,
    all: (sql, ...values) => prepared(sql, values).all(...values) as Row[],
    run: (sql, ...values) => ({ changes: Number(prepared(sql, values).run(...values).changes) }),
    takeBoundBytes() {
      const bytes = boundBytes
      boundBytes = 0
      return bytes
    },
  }
}

/** The same statements without `run`, for queries. */
export function readOnly(transaction: SqliteTransaction): SqliteTransaction {
  return {
    get: transaction.get,
    all: transaction.all,
    run() {
      throw new TypeError('a query changes nothing: make it a unit')
    },
  }
}

const literals = /'(?:[^']|'')*'|--[^\n]*/g

function countPlaceholders(sql: string): number {
  const bare = sql.replaceAll(literals, '')
  if (/\?\d|[$:@][A-Za-z_0-9]/.test(bare)) throw new TypeError('only plain ? placeholders bind by position')
  return bare.split('?').length - 1
}

function sizeOf(value: Cell): number {
  if (typeof value === 'string') return value.length
  if (typeof value === 'bigint') return 8
  if (value === null) return 0
  if (value instanceof Uint8Array) return value.byteLength
  throw new TypeError(`a cell is text, bigint, bytes or null, not ${Object.prototype.toString.call(value)}`)
}
