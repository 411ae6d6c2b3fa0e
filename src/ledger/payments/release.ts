import type { Unit } from '../../store/store.ts'
import { returnFreeCallSql, returnFreeCall } from '../quotas/free-call.ts'
import type { At } from '../ledger.ts'
import type { Payment } from './payment.ts'
import { paymentColumns } from './payment-columns.ts'
import { optionalPayment, firstPayment } from './payment-row.ts'
import { countUnchargedRun, countRunSql } from '../quotas/uncharged-runs.ts'

export type ReleaseInput = At & { readonly reason: string; readonly counted: boolean; readonly hour: string }

/**
 * claimed -> released: nothing was charged and the same payment may be used again. A free grant is given back. The money of a
 * transfer has arrived already, so the payment becomes a credit.
 */
export const release: Unit<ReleaseInput, Payment | undefined> = {
  name: 'release',
  sqlite(transaction, { id, epoch, reason, counted, hour }) {
    const payment = optionalPayment(
      transaction.get(
        `UPDATE payments SET state = CASE WHEN nonce IS NULL THEN 'credit' ELSE 'released' END, unfinished = 0, epoch = epoch + 1, free = 0,
           reason = ?
         WHERE id = ? AND epoch = ? AND state = 'claimed' RETURNING ${paymentColumns}`,
        reason,
        id,
        BigInt(epoch),
      ),
    )
    if (!payment) return undefined
    returnFreeCall(transaction, payment)
    if (counted) countUnchargedRun(transaction, hour, payment)
    return payment
  },
  postgres: {
    text: `WITH ended AS (
        UPDATE payments SET state = CASE WHEN nonce IS NULL THEN 'credit' ELSE 'released' END, unfinished = 0, epoch = epoch + 1, free = 0,
          reason = :reason
        WHERE id = :id AND epoch = :epoch AND state = 'claimed' RETURNING ${paymentColumns}
      ), counting AS (
        SELECT payer, client, nonce, bound FROM ended WHERE :counted::int8 = 1
      ), ${returnFreeCallSql('ended')}, counted AS (
        ${countRunSql('counting')}
      ) SELECT * FROM ended`,
    values: ({ id, epoch, reason, counted, hour }) => ({ id, epoch: BigInt(epoch), reason, counted: counted ? 1n : 0n, hour }),
    result: firstPayment,
  },
}
