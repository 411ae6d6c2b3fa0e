import type { Unit } from '../../store/store.ts'
import { audit, auditEndSql } from './audit.ts'
import type { Payment } from './payment.ts'
import { paymentColumns } from './payment-columns.ts'
import { optionalPayment, firstPayment } from './payment-row.ts'

export interface EndInput {
  readonly id: string
  readonly reason: string
  readonly at: number
}

/**
 * served or settling -> refused: it can't be collected and was not answered. A payment that was settled before its block
 * vanished was answered, so it is reversed instead. The answer stays on record, withheld, until its time is over.
 */
export const refuse: Unit<EndInput, Payment | undefined> = {
  name: 'refuse',
  sqlite(transaction, { id, reason, at }) {
    const payment = optionalPayment(
      transaction.get(
        `UPDATE payments SET state = 'refused', unfinished = 0, epoch = epoch + 1, reason = ?
         WHERE id = ? AND state IN ('served', 'settling') AND settled_at IS NULL RETURNING ${paymentColumns}`,
        reason,
        id,
      ),
    )
    if (payment) audit(transaction, { kind: 'refused', subject: id, detail: { reason, transaction: payment.transaction }, at })
    return payment
  },
  postgres: {
    text: `WITH ended AS (
        UPDATE payments SET state = 'refused', unfinished = 0, epoch = epoch + 1, reason = :reason
        WHERE id = :id AND state IN ('served', 'settling') AND settled_at IS NULL RETURNING ${paymentColumns}
      ), told AS (
        ${auditEndSql('refused', 'ended')}
      ) SELECT * FROM ended`,
    values: ({ id, reason, at }) => ({ id, reason, at: BigInt(at) }),
    result: firstPayment,
  },
}
