import type { Query } from '../../store/store.ts'
import { paymentColumns } from '../payments/payment-columns.ts'
import { paymentFromRow } from '../payments/payment-row.ts'
import type { Payment } from '../payments/payment.ts'
import { adoptedReason } from '../reconcile/adopted.ts'
import { finalCredit, type Refund } from './refund.ts'
import { refundFromRow } from './refund-row.ts'

export interface RefundableInput {
  /** Credits that were begun so often can't be used any more. */
  readonly maxRuns: number
  /** Credits that were settled before this have been left unused. */
  readonly unusedSince: number
  readonly limit: number
}

/** Of a credit whose run failed because an engine of ours could not be used. */
export const engineDownReason = 'offer_unavailable'

const engineDown = `reason = '${engineDownReason}'`

/** What was found on chain after a restore may have been answered before. Only its payer's tries, or the operator, can tell. */
const notAdopted = `(reason IS NULL OR reason <> '${adoptedReason}')`

/** Credits that are given back by themselves: used up without an answer, left unused, or paid for an engine that failed. The oldest first. */
export const refundable: Query<RefundableInput, Payment[]> = {
  name: 'refundable',
  sqlite: (transaction, { maxRuns, unusedSince, limit }) =>
    transaction
      .all(
        `SELECT ${paymentColumns} FROM payments WHERE ${finalCredit} AND (runs >= ? OR ${engineDown} OR (settled_at <= ? AND ${notAdopted})) ORDER BY settled_at LIMIT ?`,
        BigInt(maxRuns),
        BigInt(unusedSince),
        BigInt(limit),
      )
      .map(paymentFromRow),
  postgres: {
    text: `SELECT ${paymentColumns} FROM payments WHERE ${finalCredit} AND (runs >= :max_runs OR ${engineDown} OR (settled_at <= :unused_since AND ${notAdopted}))
      ORDER BY settled_at LIMIT :limit`,
    values: ({ maxRuns, unusedSince, limit }) => ({
      max_runs: BigInt(maxRuns),
      unused_since: BigInt(unusedSince),
      limit: BigInt(limit),
    }),
    result: (rows) => rows.map(paymentFromRow),
  },
}

/** The newest attempt to give this payment back. */
export const refundOf: Query<string, Refund | undefined> = {
  name: 'refund_of',
  sqlite(transaction, id) {
    const row = transaction.get('SELECT * FROM refunds WHERE payment_id = ? ORDER BY asked_at DESC LIMIT 1', id)
    return row && refundFromRow(row)
  },
  postgres: {
    text: 'SELECT * FROM refunds WHERE payment_id = :id ORDER BY asked_at DESC LIMIT 1',
    values: (id) => ({ id }),
    result: ([row]) => row && refundFromRow(row),
    brief: true,
  },
}
