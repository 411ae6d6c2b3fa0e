import type { CountName } from '../../shared/counts.ts'
import type { Unit } from '../../store/store.ts'

/** Hours: the spans for which each count is kept. */
export const countSpans = [1, 24] as const
export type CountSpan = (typeof countSpans)[number]

const hourMs = 3_600_000

export interface AddCountsInput {
  readonly counts: readonly {
    /** Any moment of the hour, in milliseconds since the epoch. */
    readonly at: number
    readonly name: CountName
    readonly key: string
    readonly count: number
  }[]
}

/** When the span that holds this moment began, in UTC. */
function spanStart(at: number, span: CountSpan): number {
  return at - (at % (span * hourMs))
}

/** Adds to the counts of the hour and of the day, so that neither has to be made from the other. */
export const addCounts: Unit<AddCountsInput, void> = {
  name: 'add_counts',
  sqlite(transaction, input) {
    for (const { name, span, start, key, count } of rowsOf(input))
      transaction.run(
        `INSERT INTO counts (name, span, start, key, count) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (name, span, start, key) DO UPDATE SET count = count + excluded.count`,
        name,
        BigInt(span),
        BigInt(start),
        key,
        BigInt(count),
      )
  },
  postgres: {
    // In the order of the keys, so that two instances that add at once can't block each other for ever.
    text: `INSERT INTO counts (name, span, start, key, count)
      SELECT name, span, start, key, count
      FROM jsonb_to_recordset(:rows::jsonb) AS given (name text, span int8, start int8, key text, count int8)
      ORDER BY name COLLATE "C", span, start, key COLLATE "C"
      ON CONFLICT (name, span, start, key) DO UPDATE SET count = counts.count + excluded.count`,
    values: (input) => ({ rows: JSON.stringify(rowsOf(input)) }),
    result: () => undefined,
  },
}

/** Each key once, since one statement may not change a row twice. */
function rowsOf({ counts }: AddCountsInput) {
  const rows = new Map<string, { name: string; span: number; start: number; key: string; count: number }>()
  for (const { at, name, key, count } of counts)
    for (const span of countSpans) {
      const start = spanStart(at, span)
      const id = `${name} ${span} ${start} ${key}`
      const row = rows.get(id)
      if (row) row.count += count
      else rows.set(id, { name, span, start, key, count })
    }
  return [...rows.values()]
}
