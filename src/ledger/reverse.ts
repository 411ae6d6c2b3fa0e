import type { Unit } from '../store/store.ts'
import { audit } from './audit.ts'
import type { Payment } from './payment.ts'
import { changed, paymentColumns } from './payment-row.ts'
import type { EndInput } from './refuse.ts'

/** settling, after its settlement vanished -> reversed: answered, and can't be collected. A loss. */
export const reverse: Unit<EndInput, Payment | undefined> = {
  name: 'reverse',
  sqlite(transaction, { id, reason, at }) {
    const payment = changed(
      transaction.get(
        `UPDATE payments SET state = 'reversed', epoch = epoch + 1, reason = ?
         WHERE id = ? AND state = 'settling' AND settled_at IS NOT NULL RETURNING ${paymentColumns}`,
        reason,
        id,
      ),
    )
    if (payment) audit(transaction, { kind: 'reversed', subject: id, detail: { reason, transaction: payment.transaction }, at })
    return payment
  },
}
