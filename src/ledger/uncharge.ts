import type { Unit } from '../store/store.ts'
import { insertAnswer } from './answer-row.ts'
import { returnFreeCall } from './free-call.ts'
import type { Payment } from './payment.ts'
import { changed, paymentColumns } from './payment-row.ts'
import type { ServeInput } from './serve.ts'
import { countUnchargedRun } from './uncharged-runs.ts'

export type UnchargeInput = ServeInput & { readonly reason: string; readonly hour: string }

/**
 * claimed -> uncharged: answered and never settled. A free grant is given back; the run counts against the hour. A transfer
 * is with us already: it becomes a credit, which runs anew, so its answer is not kept.
 */
export const uncharge: Unit<UnchargeInput, Payment | undefined> = {
  name: 'uncharge',
  sqlite(transaction, { id, epoch, answer, reason, hour, at }) {
    const payment = changed(
      transaction.get(
        `UPDATE payments SET state = CASE WHEN nonce IS NULL THEN 'credit' ELSE 'uncharged' END, unfinished = 0, epoch = epoch + 1, free = 0,
           served_at = CASE WHEN nonce IS NULL THEN NULL ELSE ? END, reason = ?
         WHERE id = ? AND epoch = ? AND state = 'claimed' RETURNING ${paymentColumns}`,
        BigInt(at),
        reason,
        id,
        BigInt(epoch),
      ),
    )
    if (!payment) return undefined
    if (payment.state === 'uncharged') insertAnswer(transaction, id, answer)
    returnFreeCall(transaction, payment)
    countUnchargedRun(transaction, hour, payment)
    return payment
  },
}
