import type { Query } from '../../store/store.ts'
import { momentOf, readingQuery } from './reading-query.ts'
import type { Span } from './sales-figures.ts'

/** What came in for answers between two moments. It equals `earned` of a report where the span is whole UTC days. */
export interface EarnedInSpan {
  readonly payments: number
  /** Base units. */
  readonly amount: bigint
  /** Wallets that paid. */
  readonly wallets: number
}

const earned = (table: string) => `SELECT amount, payer FROM ${table}
  WHERE ${momentOf} >= :from AND ${momentOf} < :until AND state = 'settled' AND theft = 0 AND timing <> 'refund'`

/** It reads the rows of the span, which are those of some hours. */
export const earnedInSpan: Query<Span, EarnedInSpan> = readingQuery({
  name: 'earned_in_span',
  text: `SELECT count(*) AS payments, coalesce(sum(amount), 0)::int8 AS amount, count(DISTINCT payer) AS wallets
    FROM (${earned('payments')} UNION ALL ${earned('payments_archive')}) AS earned`,
  values: ({ from, until }) => ({ from: BigInt(from), until: BigInt(until) }),
  result: ([row]) => ({ payments: Number(row!['payments']), amount: row!['amount'] as bigint, wallets: Number(row!['wallets']) }),
})
