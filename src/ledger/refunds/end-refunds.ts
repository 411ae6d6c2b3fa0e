import type { Row, Unit } from '../../store/store.ts'
import type { Refund } from './refund.ts'
import { refundFromRow } from './refund-row.ts'

export interface EndRefundsInput {
  /** Seconds since the epoch. A refund that was valid until before this and is on no chain can't be sent any more. */
  readonly closedBefore: bigint
}

const states = `SELECT id, state, final, valid_before FROM payments UNION ALL SELECT id, state, final, valid_before FROM payments_archive`
/** Of the refund, called `p`: final on its chain, or impossible. */
const outcome = (closedBefore: string) => `CASE WHEN p.state = 'settled' AND p.final = 1 THEN 'confirmed'
  WHEN p.state IN ('refused', 'reversed') AND p.valid_before < ${closedBefore} THEN 'failed' END`

/**
 * refunding -> refunded, once the refund is final on its chain; refunding -> credit, once it can't be sent any more. Returns the refunds
 * that ended.
 */
export const endRefunds: Unit<EndRefundsInput, Refund[]> = {
  name: 'end_refunds',
  sqlite(transaction, { closedBefore }) {
    const ended = transaction.all(
      `SELECT r.*, ${outcome('?')} AS ends FROM refunds r JOIN (${states}) p ON p.id = r.refund_id
       WHERE r.outcome IS NULL AND ends IS NOT NULL ORDER BY r.asked_at`,
      closedBefore,
    )
    for (const row of ended) {
      transaction.run('UPDATE refunds SET outcome = ? WHERE refund_id = ?', row['ends']!, row['refund_id']!)
      transaction.run(
        `UPDATE payments SET epoch = epoch + 1, state = CASE ? WHEN 'confirmed' THEN 'refunded' ELSE 'credit' END,
           reason = CASE ? WHEN 'confirmed' THEN reason ELSE 'refund_failed' END WHERE id = ? AND state = 'refunding'`,
        row['ends']!,
        row['ends']!,
        row['payment_id']!,
      )
    }
    return ended.map(endedRefund)
  },
  postgres: {
    text: `WITH ended AS (
        SELECT r.refund_id, ${outcome(':closed_before')} AS ends FROM refunds r JOIN (${states}) p ON p.id = r.refund_id
        WHERE r.outcome IS NULL
      ), noted AS (
        UPDATE refunds r SET outcome = e.ends FROM ended e WHERE r.refund_id = e.refund_id AND e.ends IS NOT NULL AND r.outcome IS NULL
        RETURNING r.*
      ), moved AS (
        UPDATE payments p SET epoch = p.epoch + 1, state = CASE n.outcome WHEN 'confirmed' THEN 'refunded' ELSE 'credit' END,
          reason = CASE n.outcome WHEN 'confirmed' THEN p.reason ELSE 'refund_failed' END
        FROM noted n WHERE p.id = n.payment_id AND p.state = 'refunding'
      ) SELECT noted.*, outcome AS ends FROM noted ORDER BY asked_at`,
    values: ({ closedBefore }) => ({ closed_before: closedBefore }),
    result: (rows) => rows.map(endedRefund),
  },
}

function endedRefund(row: Row): Refund {
  return { ...refundFromRow(row), outcome: row['ends'] as Refund['outcome'] }
}
