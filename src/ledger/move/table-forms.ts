import type { Cell, PostgresValue, Query, Row, Unit } from '../../store/store.ts'
import type { ColumnType } from '../payments/payment-columns.ts'
import { movedTables, type MovedTable } from './moved-tables.ts'

/** The cells of a row's key, in the order of `MovedTable.key`. */
export type Key = readonly Cell[]

/** The queries and units of one table, for either engine. */
export interface TableForms {
  readonly firstRows: Query<{ readonly limit: number }, Row[]>
  readonly rowsAfter: Query<{ readonly after: Key; readonly limit: number }, Row[]>
  readonly lastKey: Query<undefined, Key | undefined>
  readonly count: Query<undefined, bigint>
  /** All of them, or none where one is there already. */
  readonly insert: Unit<readonly Row[], void>
  /** Sets the sequence of `number` behind the highest that is there. Null where the table has none; in SQLite there is nothing to do. */
  readonly advanceSequence: Unit<undefined, void> | null
}

const made = new Map(movedTables.map((table) => [table.name, formsFor(table)]))

/** Made once for each table: a store prepares each statement once. */
export function formsOf({ name }: MovedTable): TableForms {
  return made.get(name)!
}

export function keyOf({ key }: MovedTable, row: Row): Key {
  return key.map((column) => row[column]!)
}

function formsFor(table: MovedTable): TableForms {
  const { name, key, columns } = table
  const names = Object.keys(columns).join(', ')
  const inSqlite = names.replace(/\bnumber\b/, 'rowid AS number')
  const order = `ORDER BY ${key.join(', ')}`
  const backwards = `ORDER BY ${key.map((column) => `${column} DESC`).join(', ')}`
  const first = `SELECT ${inSqlite} FROM ${name} ${order} LIMIT ?`
  const after = `SELECT ${inSqlite} FROM ${name} WHERE (${key.join(', ')}) > (${key.map(() => '?').join(', ')}) ${order} LIMIT ?`
  const last = `SELECT ${key.join(', ')} FROM ${name} ${backwards} LIMIT 1`
  // Selects all rows, in a form for which PostgreSQL takes the key's index whatever size it estimates for the table.
  const all = `WHERE ${key[0]} >= ${columns[key[0]!] === 'text' ? `''` : '0'}`
  const insertOne = `INSERT INTO ${name} (${names.replace(/\bnumber\b/, table.numbered ? 'rowid' : 'number')})
    VALUES (${Object.keys(columns)
      .map(() => '?')
      .join(', ')})`
  const keyOfFirst = (rows: readonly Row[]) => (rows[0] ? keyOf(table, rows[0]) : undefined)
  const asRows = (rows: readonly Row[]) => [...rows]
  return {
    firstRows: {
      name: `first_of_${name}`,
      sqlite: (transaction, { limit }) => transaction.all(first, BigInt(limit)),
      postgres: {
        text: `SELECT ${names} FROM ${name} ${all} ${order} LIMIT :limit`,
        values: ({ limit }) => ({ limit: BigInt(limit) }),
        result: asRows,
      },
    },
    rowsAfter: {
      name: `next_of_${name}`,
      sqlite: (transaction, { after: key, limit }) => transaction.all(after, ...key, BigInt(limit)),
      postgres: {
        text: `SELECT ${names} FROM ${name}
          WHERE (${key.join(', ')}) > (${key.map((column) => `:${column}::${columns[column]}`).join(', ')}) ${order} LIMIT :limit`,
        values: ({ after, limit }) => ({
          ...(Object.fromEntries(key.map((column, index) => [column, after[index]!])) as Record<string, PostgresValue>),
          limit: BigInt(limit),
        }),
        result: asRows,
      },
    },
    lastKey: {
      name: `last_of_${name}`,
      sqlite: (transaction) => keyOfFirst(transaction.all(last)),
      postgres: { text: `SELECT ${key.join(', ')} FROM ${name} ${all} ${backwards} LIMIT 1`, values: () => ({}), result: keyOfFirst },
    },
    count: {
      name: `count_${name}`,
      sqlite: (transaction) => transaction.get(`SELECT count(*) AS rows FROM ${name}`)!['rows'] as bigint,
      postgres: {
        text: `SELECT count(*) AS rows FROM ${name}`,
        values: () => ({}),
        result: ([row]) => row!['rows'] as bigint,
      },
    },
    insert: {
      name: `copy_to_${name}`,
      sqlite(transaction, rows) {
        for (const row of rows) transaction.run(insertOne, ...Object.keys(columns).map((column) => row[column]!))
      },
      postgres: {
        text: `INSERT INTO ${name} (${names}) ${table.numbered ? 'OVERRIDING SYSTEM VALUE ' : ''}SELECT ${names}
          FROM json_to_recordset(:rows::json) AS given (${Object.entries(columns)
            .map((column) => column.join(' '))
            .join(', ')})`,
        values: (rows) => ({ rows: JSON.stringify(rows.map((row) => jsonOf(row, columns))) }),
        result: () => undefined,
      },
    },
    advanceSequence: table.numbered
      ? {
          name: `number_on_${name}`,
          sqlite: () => {},
          postgres: {
            text: `SELECT setval(pg_get_serial_sequence('${name}', 'number'), coalesce(max(number), 0) + 1, false) FROM ${name}`,
            values: () => ({}),
            result: () => undefined,
          },
        }
      : null,
  }
}

/** Integers as text, which is read digit by digit, where a JSON number may pass through a float. */
function jsonOf(row: Row, columns: Readonly<Record<string, ColumnType>>): Record<string, string | null> {
  const cells: Record<string, string | null> = {}
  for (const column in columns) cells[column] = textOf(row[column]!)
  return cells
}

function textOf(cell: Cell): string | null {
  if (typeof cell === 'bigint') return cell.toString()
  if (cell instanceof Uint8Array) return `\\x${Buffer.from(cell.buffer, cell.byteOffset, cell.byteLength).toString('hex')}`
  return cell
}
