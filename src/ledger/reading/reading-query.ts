import type { Cell, Query, Row } from '../../store/store.ts'

/**
 * A query for people, whose text is the same on both engines: it names its values, such as `:payer`, and casts them for PostgreSQL
 * where that can't know their type, such as `:limit::int8`. SQLite gets the text with `?` for the names and without the casts.
 */
export function readingQuery<Input, Output>({
  name,
  text,
  values,
  result,
}: {
  readonly name: string
  readonly text: string
  readonly values: (input: Input) => Readonly<Record<string, Cell>>
  readonly result: (rows: readonly Row[], input: Input) => Output
}): Query<Input, Output> {
  const names = [...text.matchAll(placeholder)].map(([, name]) => name!)
  const sqlite = text.replaceAll(placeholder, '?').replaceAll(/::(?:int8|text)/g, '')
  return {
    name,
    sqlite(transaction, input) {
      const given = values(input)
      return result(transaction.all(sqlite, ...names.map((one) => given[one] as Cell)), input)
    },
    postgres: { text, values, result },
  }
}

const placeholder = /(?<!:):([a-z_]+)/g

/** When money came in, or the call was made where none came: by this moment a payment belongs to a day. Literally as in the index of the archive. */
export const momentOf = 'coalesce(settled_at, claimed_at)'

export const dayMs = 86_400_000
