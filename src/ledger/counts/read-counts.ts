import type { CountName } from '../../shared/counts.ts'
import type { Query } from '../../store/store.ts'
import { readingQuery } from '../reading/reading-query.ts'
import type { CountSpan } from './add-counts.ts'

export interface ReadCountsInput {
  readonly name: CountName
  readonly span: CountSpan
  /** Milliseconds since the epoch: spans that began then or later. */
  readonly from: number
  /** Milliseconds since the epoch: spans that began before then. */
  readonly to: number
}

export interface StoredCount {
  /** When its span began, in milliseconds since the epoch. */
  readonly start: number
  readonly key: string
  readonly count: number
}

/** The counts of a time, in the order of their spans. */
export const readCounts: Query<ReadCountsInput, StoredCount[]> = readingQuery({
  name: 'read_counts',
  text: `SELECT start, key, count FROM counts WHERE name = :name::text AND span = :span::int8 AND start >= :from_ms::int8 AND start < :to_ms::int8
    ORDER BY start, key`,
  values: ({ name, span, from, to }) => ({ name, span: BigInt(span), from_ms: BigInt(from), to_ms: BigInt(to) }),
  result: (rows) => rows.map((row) => ({ start: Number(row['start']), key: row['key'] as string, count: Number(row['count']) })),
})

/** The counts of a time summed by key, in the order of the keys. */
export const sumCounts: Query<ReadCountsInput, Omit<StoredCount, 'start'>[]> = readingQuery({
  name: 'sum_counts',
  text: `SELECT key, sum(count)::int8 AS count FROM counts WHERE name = :name::text AND span = :span::int8 AND start >= :from_ms::int8 AND start < :to_ms::int8
    GROUP BY key ORDER BY key`,
  values: ({ name, span, from, to }) => ({ name, span: BigInt(span), from_ms: BigInt(from), to_ms: BigInt(to) }),
  result: (rows) => rows.map((row) => ({ key: row['key'] as string, count: Number(row['count']) })),
})
