import { countNames } from '../../shared/counts.ts'
import type { Unit } from '../../store/store.ts'
import type { ExpireInput } from '../housekeeping/expire.ts'
import { countSpans, type CountSpan } from './add-counts.ts'

const dayMs = 86_400_000

/** Days for which counts of a span are kept: hours for five weeks, days for thirteen months. */
const keptDays: Readonly<Record<CountSpan, number>> = { 1: 35, 24: 400 }

/** Drops counts that are past their time; gives how many rows were dropped. */
export const expireCounts: Unit<ExpireInput, number> = {
  name: 'expire_counts',
  sqlite(transaction, { now, limit }) {
    let gone = 0
    for (const name of countNames)
      for (const span of countSpans)
        gone += transaction.run(
          `DELETE FROM counts WHERE (name, span, start, key) IN (
             SELECT name, span, start, key FROM counts WHERE name = ? AND span = ? AND start < ? LIMIT ?)`,
          name,
          BigInt(span),
          BigInt(now - keptDays[span] * dayMs),
          BigInt(limit),
        ).changes
    return gone
  },
  postgres: {
    text: `WITH old AS (SELECT c.name, c.span, c.start, c.key FROM unnest(:names::text[]) AS n (name)
          CROSS JOIN (VALUES (1, :hours_before::int8), (24, :days_before::int8)) AS s (span, before)
          CROSS JOIN LATERAL (SELECT name, span, start, key FROM counts WHERE name = n.name AND span = s.span AND start < s.before LIMIT :limit) AS c
        ), gone AS (
          DELETE FROM counts USING old WHERE counts.name = old.name AND counts.span = old.span AND counts.start = old.start AND counts.key = old.key
          RETURNING 1
        ) SELECT count(*) AS gone FROM gone`,
    values: ({ now, limit }) => ({
      names: [...countNames],
      hours_before: BigInt(now - keptDays[1] * dayMs),
      days_before: BigInt(now - keptDays[24] * dayMs),
      limit: BigInt(limit),
    }),
    result: (rows) => Number(rows[0]!['gone']),
  },
}
