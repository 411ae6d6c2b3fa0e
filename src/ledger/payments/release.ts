import type { Unit } from '../../store/store.ts'
import { returnFreeCallSql, returnFreeCall } from '../quotas/free-call.ts'
import type { At } from '../ledger.ts'
import type { Payment } from './payment.ts'
import { paymentColumns } from './payment-columns.ts'
import { optionalPayment, firstPayment } from './payment-row.ts'
import { countedRunValues, countRunSql, countUnchargedRun, type CountedRun } from '../quotas/uncharged-runs.ts'

interface ReleaseInput extends At {
  readonly reason: string
  /** Null where the run does not count for its caller. */
  readonly counted: CountedRun | null
  /** The wallet's free call is used up all the same. */
  readonly freeCallUsed?: boolean
}

/**
 * claimed -> released: nothing was charged and the same payment may be used again. A free grant is given back, unless it is used up. The money of a
 * transfer has arrived already, so the payment becomes a credit.
 */
export const release: Unit<ReleaseInput, Payment | undefined> = {
  name: 'release',
  sqlite(transaction, { id, epoch, reason, counted, freeCallUsed = false }) {
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
    if (!freeCallUsed) returnFreeCall(transaction, payment)
    if (counted) countUnchargedRun(transaction, counted, payment)
    return payment
  },
  postgres: {
    text: `WITH ended AS (
        UPDATE payments SET state = CASE WHEN nonce IS NULL THEN 'credit' ELSE 'released' END, unfinished = 0, epoch = epoch + 1, free = 0,
          reason = :reason
        WHERE id = :id AND epoch = :epoch AND state = 'claimed' RETURNING ${paymentColumns}
      ), counting AS (
        SELECT payer, client, nonce, bound FROM ended WHERE :counted::int8 = 1
      ), giving AS (
        SELECT payer, id FROM ended WHERE :free_call_used::int8 = 0
      ), ${returnFreeCallSql('giving')}, counted AS (
        ${countRunSql('counting')}
      ) SELECT * FROM ended`,
    values: ({ id, epoch, reason, counted, freeCallUsed = false }) => ({
      id,
      epoch: BigInt(epoch),
      reason,
      free_call_used: freeCallUsed ? 1n : 0n,
      ...countedRunValues(counted),
    }),
    result: firstPayment,
  },
}
