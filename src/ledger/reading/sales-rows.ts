import type { Query, Row } from '../../store/store.ts'
import type { Hex } from '../../shared/bytes.ts'
import type { Payment, PaymentState } from '../payments/payment.ts'
import { momentOf, readingQuery } from './reading-query.ts'
import type { Span } from './sales-figures.ts'

/** What a list of sales says of a payment. */
export type SalesRow = Pick<
  Payment,
  | 'id'
  | 'state'
  | 'theft'
  | 'offerId'
  | 'network'
  | 'protocol'
  | 'payer'
  | 'payTo'
  | 'amount'
  | 'reason'
  | 'transaction'
  | 'blockNumber'
  | 'final'
> & {
  /** By this moment a payment belongs to a day of reports: when it was settled, or called for where it was not. */
  readonly moment: number
}

const columns = `id, state, theft, offer_id, network, protocol, payer, pay_to, amount, reason, transaction_hash, block_number, final, ${momentOf} AS moment`

function saleOf(row: Row): SalesRow {
  return {
    id: row['id'] as string,
    state: row['state'] as PaymentState,
    theft: row['theft'] === 1n,
    offerId: row['offer_id'] as string,
    network: row['network'] as string,
    protocol: row['protocol'] as string,
    payer: row['payer'] as Hex,
    payTo: row['pay_to'] as Hex,
    amount: row['amount'] as bigint,
    reason: row['reason'] as string | null,
    transaction: row['transaction_hash'] as Hex | null,
    blockNumber: row['block_number'] as bigint | null,
    final: row['final'] === 1n,
    moment: Number(row['moment']),
  }
}

/** Everything in the hot table: what is not archived yet, which an hour of sales bounds. In the order of their moments. */
export const hotSales: Query<Span, SalesRow[]> = readingQuery({
  name: 'hot_sales',
  text: `SELECT ${columns} FROM payments WHERE ${momentOf} >= :from AND ${momentOf} < :until AND timing <> 'refund' ORDER BY moment, id`,
  values: ({ from, until }) => ({ from: BigInt(from), until: BigInt(until) }),
  result: (rows) => rows.map(saleOf),
})

export interface SalesPage extends Span {
  /** The last payment of the page before. */
  readonly after: Pick<SalesRow, 'moment' | 'id'> | null
  readonly limit: number
}

/** A page of the archive, in the order of moments and ids. */
export const archivedSales: Query<SalesPage, SalesRow[]> = readingQuery({
  name: 'archived_sales',
  text: `SELECT ${columns} FROM payments_archive
    WHERE ${momentOf} >= :from AND ${momentOf} < :until AND (${momentOf} > :from OR id > :after_id) AND timing <> 'refund'
    ORDER BY ${momentOf}, id LIMIT :limit::int8`,
  values: ({ from, until, after, limit }) => ({
    from: BigInt(after?.moment ?? from),
    until: BigInt(until),
    after_id: after?.id ?? '',
    limit: BigInt(limit),
  }),
  result: (rows) => rows.map(saleOf),
})
