import type { Unit } from '../../store/store.ts'
import { answerCells, insertAnswer, insertAnswerSql } from '../answers/answer-row.ts'
import { returnFreeCallSql, returnFreeCall } from '../quotas/free-call.ts'
import type { Payment } from './payment.ts'
import { paymentColumns } from './payment-columns.ts'
import { optionalPayment, firstPayment } from './payment-row.ts'
import type { ServeInput } from './serve.ts'
import { countedRunValues, countRunSql, countUnchargedRun, type CountedRun } from '../quotas/uncharged-runs.ts'

export type UnchargeInput = ServeInput & { readonly reason: string; readonly counted: CountedRun | null }

/**
 * claimed -> uncharged: answered and never settled. A free grant is given back. The money of a
 * transfer has arrived already: the payment becomes a credit, which can be used for another run, so its answer is not kept.
 */
export const uncharge: Unit<UnchargeInput, Payment | undefined> = {
  name: 'uncharge',
  sqlite(transaction, { id, epoch, answer, reason, counted, at }) {
    const payment = optionalPayment(
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
    if (counted) countUnchargedRun(transaction, counted, payment)
    return payment
  },
  postgres: {
    text: `WITH ended AS (
        UPDATE payments SET state = CASE WHEN nonce IS NULL THEN 'credit' ELSE 'uncharged' END, unfinished = 0, epoch = epoch + 1, free = 0,
          served_at = CASE WHEN nonce IS NULL THEN NULL ELSE :at::int8 END, reason = :reason
        WHERE id = :id AND epoch = :epoch AND state = 'claimed' RETURNING ${paymentColumns}
      ), answered AS (
        SELECT id FROM ended WHERE state = 'uncharged'
      ), kept AS (
        ${insertAnswerSql('answered')}
      ), counting AS (
        SELECT payer, client, nonce, bound FROM ended WHERE :counted::int8 = 1
      ), ${returnFreeCallSql('ended')}, counted AS (
        ${countRunSql('counting')}
      ) SELECT * FROM ended`,
    values: ({ id, epoch, answer, reason, counted, at }) => ({
      id,
      epoch: BigInt(epoch),
      reason,
      ...countedRunValues(counted),
      at: BigInt(at),
      ...answerCells(answer),
    }),
    result: firstPayment,
  },
}
