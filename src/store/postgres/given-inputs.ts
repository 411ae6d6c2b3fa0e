import type { ArrayType } from './binary-array.ts'

/**
 * The part of a statement that gives its set of inputs as rows, each with its `position` from 1. Columns are named like the values.
 * @param columns all values of the form, with their types
 */
export function givenInputs(columns: Readonly<Record<string, ArrayType>>): string {
  const arrays = Object.entries(columns).map(([name, type]) => `:${name}::${type}[]`)
  return `SELECT * FROM unnest(${arrays.join(', ')}) WITH ORDINALITY AS given (${[...Object.keys(columns), 'position'].join(', ')})`
}

/** The same for a statement that takes one input: a single row, whose parts then work with the row as they do with those of a set. */
export function givenInput(columns: Readonly<Record<string, ArrayType>>): string {
  return `SELECT ${Object.entries(columns)
    .map(([name, type]) => `:${name}::${type} AS ${name}`)
    .join(', ')}, 1::int8 AS position`
}

/**
 * A condition that joins a large table by one value of another row. PostgreSQL can only use an index for it. With `=` it may also merge: over a
 * table that was nearly empty when the statement was planned, it would read all of the index in its order, and keep that plan while the table grows.
 */
export function byIndex(column: string, value: string): string {
  return `${column} = ANY (ARRAY[${value}])`
}

/** A condition that finds a value among the rows of another part of the statement by a hash table, and not by reading all of them for each value. */
export function isAmong(value: string, rows: string): string {
  return `(CASE WHEN ${value} IN (${rows}) THEN true ELSE false END)`
}
