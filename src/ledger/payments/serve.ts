import type { SqliteTransaction, Unit } from '../../store/store.ts'
import { answerCells, insertAnswer, insertAnswerSql, type AnswerRow } from '../answers/answer-row.ts'
import type { At } from '../ledger.ts'
import type { Payment } from './payment.ts'
import { paymentColumns } from './payment-columns.ts'
import { firstPayment, hotPayment } from './payment-row.ts'

/** `claimed`: the payment at that epoch, where the caller has it; then it is not read back. */
export type ServeInput = At & { readonly answer: AnswerRow; readonly at: number; readonly claimed?: Payment }

const stillClaimed = `WHERE id = ? AND epoch = ? AND state = 'claimed'`
const toServed = `UPDATE payments SET state = 'served', epoch = epoch + 1, served_at = ? ${stillClaimed} AND free = 0 AND nonce IS NOT NULL`
const toEnded = `UPDATE payments SET state = CASE WHEN nonce IS NULL THEN 'settled' ELSE 'free' END, unfinished = 0,
  settled_at = CASE WHEN nonce IS NULL THEN ? END, epoch = epoch + 1, served_at = ? ${stillClaimed}`

/** SQLite: the change of the payment itself, and whether it is to be settled now. Null where it is not claimed at that epoch. */
export function serveClaimed(transaction: SqliteTransaction, { id, epoch, at }: Omit<ServeInput, 'answer'>): 'to_settle' | 'ended' | null {
  const [time, version] = [BigInt(at), BigInt(epoch)]
  if (transaction.run(toServed, time, id, version).changes === 1) return 'to_settle'
  return transaction.run(toEnded, time, time, id, version).changes === 1 ? 'ended' : null
}

/** PostgreSQL: the same, without the end of the statement. */
export const servedSql = `UPDATE payments SET epoch = epoch + 1, served_at = :at::int8,
    state = CASE WHEN nonce IS NULL THEN 'settled' WHEN free = 1 THEN 'free' ELSE 'served' END,
    unfinished = CASE WHEN nonce IS NULL OR free = 1 THEN 0 ELSE 1 END,
    settled_at = CASE WHEN nonce IS NULL THEN :at::int8 ELSE settled_at END
  WHERE id = :id AND epoch = :epoch AND state = 'claimed'`

/**
 * claimed -> served, or free where it was granted as the first call free, or settled (not final yet) where the transfer is on
 * chain already. The answer is stored in the same unit.
 */
export const serve: Unit<ServeInput, Payment | undefined> = {
  name: 'serve',
  sqlite(transaction, { id, epoch, answer, at, claimed }) {
    const ended = serveClaimed(transaction, { id, epoch, at })
    if (ended === null) return undefined
    insertAnswer(transaction, id, answer)
    return ended === 'to_settle' && claimed ? { ...claimed, state: 'served', epoch: epoch + 1, servedAt: at } : hotPayment(transaction, id)
  },
  postgres: {
    text: `WITH served AS (
        ${servedSql} RETURNING ${paymentColumns}
      ), kept AS (
        ${insertAnswerSql('served')}
      ) SELECT * FROM served`,
    values: ({ id, epoch, answer, at }) => ({ id, epoch: BigInt(epoch), at: BigInt(at), ...answerCells(answer) }),
    result: firstPayment,
    orderKey: ({ id }) => id,
    brief: true,
  },
}
