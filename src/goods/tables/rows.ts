import { lostRace, type Query, type Row, type SqliteTransaction, type Unit } from '../../store/store.ts'

/** Where the rows of lines are: all tables of one kind are one table of the database. */
export type RowsTable = 'goods_rows' | 'instance_rows'

/** A place for a row. */
export interface RowPlace {
  readonly line: string
  /** Name of the line's table. */
  readonly name: string
  readonly key: string
}

/** A row as it is stored. `version` counts its changes. */
export interface StoredRow {
  readonly key: string
  readonly version: bigint
  /** JSON. */
  readonly row: string
}

interface PutInput extends RowPlace {
  readonly row: string
}

/** `seen`: the version that the change rests on; 0 where there was no row. `row`: null removes it. */
interface ChangeInput extends RowPlace {
  readonly seen: bigint
  readonly row: string | null
}

interface ListInput extends Omit<RowPlace, 'key'> {
  readonly prefix: string
  readonly after: string
  readonly limit: number
}

/** The units and queries of one of the two. */
export interface RowForms {
  readonly get: Query<RowPlace, StoredRow | null>
  readonly put: Unit<PutInput, void>
  /** False where another change came before, and nothing was written. */
  readonly change: Unit<ChangeInput, boolean>
  readonly remove: Unit<RowPlace, boolean>
  readonly list: Query<ListInput, StoredRow[]>
}

const placeValues = ({ line, name, key }: RowPlace) => ({ line, name, key })
const orderKey = ({ line, name, key }: RowPlace) => `${line} ${name} ${key}`

/** Each unit with its form for both engines. */
export function rowForms(table: RowsTable): RowForms {
  return { get: getForm(table), put: putForm(table), change: changeForm(table), remove: removeForm(table), list: listForm(table) }
}

const where = 'line = :line AND name = :name AND key = :key'

function getForm(table: RowsTable): RowForms['get'] {
  return {
    name: `get_${table}`,
    sqlite: (transaction, { line, name, key }) =>
      stored(transaction.get(`SELECT key, version, row FROM ${table} WHERE line = ? AND name = ? AND key = ?`, line, name, key)),
    postgres: {
      text: `SELECT key, version, row FROM ${table} WHERE ${where}`,
      values: placeValues,
      result: ([row]) => stored(row),
    },
  }
}

function putForm(table: RowsTable): RowForms['put'] {
  return {
    name: `put_${table}`,
    sqlite: (transaction, { line, name, key, row }) =>
      void transaction.run(
        `INSERT INTO ${table} (line, name, key, version, row) VALUES (?, ?, ?, 1, ?)
         ON CONFLICT (line, name, key) DO UPDATE SET version = version + 1, row = excluded.row`,
        line,
        name,
        key,
        row,
      ),
    postgres: {
      text: `INSERT INTO ${table} AS kept (line, name, key, version, row) VALUES (:line, :name, :key, 1, :row)
        ON CONFLICT (line, name, key) DO UPDATE SET version = kept.version + 1, row = excluded.row`,
      values: (input) => ({ ...placeValues(input), row: input.row }),
      result: () => undefined,
      orderKey,
      brief: true,
    },
  }
}

function changeForm(table: RowsTable): RowForms['change'] {
  return {
    name: `change_${table}`,
    sqlite: (transaction, input) => changeRow(transaction, table, input),
    postgres: {
      text: `WITH removed AS (
          DELETE FROM ${table} WHERE ${where} AND version = :seen::int8 AND :row::text IS NULL RETURNING 1
        ), changed AS (
          UPDATE ${table} SET version = version + 1, row = :row::text
          WHERE ${where} AND version = :seen::int8 AND :row::text IS NOT NULL RETURNING 1
        ), added AS (
          INSERT INTO ${table} (line, name, key, version, row)
          SELECT :line, :name, :key, 1, :row::text WHERE :seen::int8 = 0 AND :row::text IS NOT NULL
          ON CONFLICT (line, name, key) DO NOTHING RETURNING 1
        )
        SELECT (SELECT count(*) FROM removed) + (SELECT count(*) FROM changed) + (SELECT count(*) FROM added) AS done,
          (SELECT count(*) FROM ${table} WHERE ${where}) AS there`,
      values: (input) => ({ ...placeValues(input), seen: input.seen, row: input.row }),
      result: ([row], { seen, row: wanted }) =>
        row === undefined ? lostRace : row['done'] === 1n || (wanted === null && seen === 0n && row['there'] === 0n),
      orderKey,
    },
  }
}

function changeRow(transaction: SqliteTransaction, table: RowsTable, { line, name, key, seen, row }: ChangeInput): boolean {
  const found = transaction.get(`SELECT version FROM ${table} WHERE line = ? AND name = ? AND key = ?`, line, name, key)
  const version = (found?.['version'] as bigint | undefined) ?? 0n
  if (version !== seen) return false
  if (row === null) transaction.run(`DELETE FROM ${table} WHERE line = ? AND name = ? AND key = ?`, line, name, key)
  else
    transaction.run(
      `INSERT INTO ${table} (line, name, key, version, row) VALUES (?, ?, ?, 1, ?)
       ON CONFLICT (line, name, key) DO UPDATE SET version = version + 1, row = excluded.row`,
      line,
      name,
      key,
      row,
    )
  return true
}

function removeForm(table: RowsTable): RowForms['remove'] {
  return {
    name: `remove_${table}`,
    sqlite: (transaction, { line, name, key }) =>
      transaction.run(`DELETE FROM ${table} WHERE line = ? AND name = ? AND key = ?`, line, name, key).changes > 0,
    postgres: {
      text: `DELETE FROM ${table} WHERE ${where} RETURNING 1 AS gone`,
      values: placeValues,
      result: (rows) => rows.length > 0,
      orderKey,
      brief: true,
    },
  }
}

function listForm(table: RowsTable): RowForms['list'] {
  return {
    name: `list_${table}`,
    sqlite: (transaction, { line, name, prefix, after, limit }) =>
      transaction
        .all(
          `SELECT key, version, row FROM ${table} WHERE line = ? AND name = ? AND key > ? AND key >= ? AND substr(key, 1, ?) = ?
           ORDER BY key LIMIT ?`,
          line,
          name,
          after,
          prefix,
          BigInt([...prefix].length),
          prefix,
          BigInt(limit),
        )
        .map((row) => stored(row)!),
    postgres: {
      text: `SELECT key, version, row FROM ${table}
        WHERE line = :line AND name = :name AND key > :after AND key >= :prefix AND left(key, :length::int4) = :prefix
        ORDER BY key LIMIT :limit::int4`,
      values: ({ line, name, prefix, after, limit }) => ({
        line,
        name,
        prefix,
        after,
        length: BigInt([...prefix].length),
        limit: BigInt(limit),
      }),
      result: (rows) => rows.map((row) => stored(row)!),
    },
  }
}

function stored(row: Row | undefined): StoredRow | null {
  return row === undefined ? null : { key: row['key'] as string, version: row['version'] as bigint, row: row['row'] as string }
}
