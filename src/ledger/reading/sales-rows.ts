import type { Query } from '../../store/store.ts'
import type { Payment } from '../payments/payment.ts'
import { columnsOf, paymentColumns } from '../payments/payment-columns.ts'
import { paymentFromRow } from '../payments/payment-row.ts'
import { momentOf, readingQuery } from './reading-query.ts'
import type { Span } from './sales-figures.ts'

/** By this moment a payment belongs to a day of reports: when it was settled, or claimed where it was not. */
export function reportMoment({ settledAt, claimedAt }: Pick<Payment, 'settledAt' | 'claimedAt'>): number {
  return settledAt ?? claimedAt
}

/** Everything in the hot table: what is not archived yet, which an hour of sales bounds. In the order of their moments. */
export const hotSales: Query<Span, Payment[]> = readingQuery({
  name: 'hot_sales',
  text: `SELECT ${paymentColumns} FROM payments WHERE ${momentOf} >= :from AND ${momentOf} < :until AND timing <> 'refund' ORDER BY ${momentOf}, id`,
  values: ({ from, until }) => ({ from: BigInt(from), until: BigInt(until) }),
  result: (rows) => rows.map(paymentFromRow),
})

export interface SalesPage extends Span {
  /** The last payment of the page before. */
  readonly after: { readonly moment: number; readonly id: string } | null
  readonly limit: number
}

/** A page of the archive, in the order of moments and ids. */
export const archivedSales: Query<SalesPage, Payment[]> = readingQuery({
  name: 'archived_sales',
  text: `SELECT ${columnsOf('a')} FROM payments_archive a
    WHERE ${momentOf} >= :from AND ${momentOf} < :until AND (${momentOf} > :from OR id > :after_id) AND timing <> 'refund'
    ORDER BY ${momentOf}, id LIMIT :limit::int8`,
  values: ({ from, until, after, limit }) => ({
    from: BigInt(after?.moment ?? from),
    until: BigInt(until),
    after_id: after?.id ?? '',
    limit: BigInt(limit),
  }),
  result: (rows) => rows.map(paymentFromRow),
})
