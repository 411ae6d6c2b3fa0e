import type { SqliteTransaction, Unit } from '../../store/store.ts'
import { byIndex, givenInputs } from '../../store/postgres/given-inputs.ts'
import { answerCells, answerColumns, insertAnswer, insertAnswersSql, type AnswerRow } from '../answers/answer-row.ts'
import type { At } from '../ledger.ts'
import type { Payment } from './payment.ts'
import { columnsOf } from './payment-columns.ts'
import { hotPayment, paymentFromRow } from './payment-row.ts'

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

/** PostgreSQL: the same for the payments in `given`, which has `id`, `epoch` and `at`; without the end of the statement. */
export const servedSql = `UPDATE payments p SET epoch = p.epoch + 1, served_at = g.at,
    state = CASE WHEN p.nonce IS NULL THEN 'settled' WHEN p.free = 1 THEN 'free' ELSE 'served' END,
    unfinished = CASE WHEN p.nonce IS NULL OR p.free = 1 THEN 0 ELSE 1 END,
    settled_at = CASE WHEN p.nonce IS NULL THEN g.at ELSE p.settled_at END
  FROM given g WHERE ${byIndex('p.id', 'g.id')} AND p.epoch = g.epoch AND p.state = 'claimed'`

const columns = { id: 'text', epoch: 'int8', at: 'int8', known: 'int8', ...answerColumns } as const

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
    // A payment that the caller has is not sent back, unless it has ended.
    text: `WITH given AS (
        ${givenInputs(columns)}
      ), served AS (
        ${servedSql} RETURNING ${columnsOf('p')}, g.position, g.known
      ), kept AS (
        ${insertAnswersSql}
      ) SELECT s.position, s.state AS now, ${columnsOf('p')} FROM served s
        LEFT JOIN LATERAL (SELECT ${columnsOf('s')} WHERE s.known = 0 OR s.state <> 'served') AS p ON true`,
    values: ({ id, epoch, answer, at, claimed }) => ({
      id,
      epoch: BigInt(epoch),
      at: BigInt(at),
      known: claimed ? 1n : 0n,
      ...answerCells(answer),
    }),
    result([row], { claimed, epoch, at }) {
      if (row === undefined) return undefined
      return row['id'] === null ? { ...claimed!, state: 'served', epoch: epoch + 1, servedAt: at } : paymentFromRow(row)
    },
    orderKey: ({ id }) => id,
    brief: true,
    set: true,
  },
}
