import type { Unit } from '../../store/store.ts'
import { audit, auditEndSql } from './audit.ts'
import type { Payment } from './payment.ts'
import { paymentColumns } from './payment-columns.ts'
import { optionalPayment, firstPayment } from './payment-row.ts'
import type { EndInput } from './refuse.ts'

export type ReverseInput = EndInput & { readonly epoch?: number }

/**
 * settling, after its settlement vanished -> reversed: answered, and can't be collected: a loss. For a transfer: settled and
 * not final -> reversed, at the epoch that the caller saw, since another instance may have found it in a later block. A theft row
 * is a loss already.
 */
export const reverse: Unit<ReverseInput, Payment | undefined> = {
  name: 'reverse',
  sqlite(transaction, { id, epoch, reason, at }) {
    const payment = optionalPayment(
      transaction.get(
        `UPDATE payments SET state = 'reversed', unfinished = 0, epoch = epoch + 1, reason = ?
         WHERE id = ? AND ((state = 'settling' AND settled_at IS NOT NULL)
           OR (state = 'settled' AND final = 0 AND nonce IS NULL AND theft = 0 AND epoch = ?)) RETURNING ${paymentColumns}`,
        reason,
        id,
        epoch === undefined ? null : BigInt(epoch),
      ),
    )
    if (payment) audit(transaction, { kind: 'reversed', subject: id, detail: { reason, transaction: payment.transaction }, at })
    return payment
  },
  postgres: {
    text: `WITH ended AS (
        UPDATE payments SET state = 'reversed', unfinished = 0, epoch = epoch + 1, reason = :reason
        WHERE id = :id AND ((state = 'settling' AND settled_at IS NOT NULL)
          OR (state = 'settled' AND final = 0 AND nonce IS NULL AND theft = 0 AND epoch = :epoch::int8)) RETURNING ${paymentColumns}
      ), told AS (
        ${auditEndSql('reversed', 'ended')}
      ) SELECT * FROM ended`,
    values: ({ id, epoch, reason, at }) => ({ id, epoch: epoch === undefined ? null : BigInt(epoch), reason, at: BigInt(at) }),
    result: firstPayment,
  },
}
