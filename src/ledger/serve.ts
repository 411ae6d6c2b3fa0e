import type { Unit } from '../store/store.ts'
import { insertAnswer, type AnswerRow } from './answer-row.ts'
import type { At } from './ledger.ts'
import type { Payment } from './payment.ts'
import { changed, paymentColumns } from './payment-row.ts'

const served = `UPDATE payments SET state = CASE WHEN nonce IS NULL THEN 'settled' WHEN free = 1 THEN 'free' ELSE 'served' END,
    settled_at = CASE WHEN nonce IS NULL THEN ? END, epoch = epoch + 1, served_at = ?
  WHERE id = ? AND epoch = ? AND state = 'claimed' RETURNING ${paymentColumns}`

export type ServeInput = At & { readonly answer: AnswerRow; readonly at: number }

/**
 * claimed -> served, or free where it was granted as the first call free, or settled where the transfer is on chain already
 * (not final yet); the answer is kept in the same unit.
 */
export const serve: Unit<ServeInput, Payment | undefined> = {
  name: 'serve',
  sqlite(transaction, { id, epoch, answer, at }) {
    const payment = changed(transaction.get(served, BigInt(at), BigInt(at), id, BigInt(epoch)))
    if (payment) insertAnswer(transaction, id, answer)
    return payment
  },
}
