import type { Unit } from '../../../store/store.ts'
import { answerCells, insertAnswer, insertAnswerSql, type AnswerRow } from '../../answers/answer-row.ts'
import type { At } from '../../ledger.ts'
import type { Payment } from '../payment.ts'
import { paymentColumns } from '../payment-columns.ts'
import { firstPayment, optionalPayment } from '../payment-row.ts'

/** running -> settled: the work is done, and its answer is stored. */
export const serveRun: Unit<At & { readonly answer: AnswerRow; readonly at: number }, Payment | undefined> = {
  name: 'serve_run',
  sqlite(transaction, { id, epoch, answer, at }) {
    const served = optionalPayment(
      transaction.get(
        `UPDATE payments SET state = 'settled', epoch = epoch + 1, served_at = ? WHERE id = ? AND epoch = ? AND state = 'running'
         RETURNING ${paymentColumns}`,
        BigInt(at),
        id,
        BigInt(epoch),
      ),
    )
    if (served) insertAnswer(transaction, id, answer)
    return served
  },
  postgres: {
    text: `WITH served AS (
        UPDATE payments SET state = 'settled', epoch = epoch + 1, served_at = :at::int8
        WHERE id = :id AND epoch = :epoch AND state = 'running' RETURNING ${paymentColumns}
      ), kept AS (
        ${insertAnswerSql('served')}
      ) SELECT * FROM served`,
    values: ({ id, epoch, answer, at }) => ({ id, epoch: BigInt(epoch), at: BigInt(at), ...answerCells(answer) }),
    result: firstPayment,
    orderKey: ({ id }) => id,
    brief: true,
  },
}

const fail = (reason: string, id: string, epoch: string) => `UPDATE payments SET state = 'credit', epoch = epoch + 1, reason = ${reason}
  WHERE id = ${id} AND epoch = ${epoch} AND state = 'running' RETURNING ${paymentColumns}`

/** running -> credit: the work failed, or is not worth its price. The same payment may begin it again. */
export const failRun: Unit<At & { readonly reason: string }, Payment | undefined> = {
  name: 'fail_run',
  sqlite: (transaction, { id, epoch, reason }) => optionalPayment(transaction.get(fail('?', '?', '?'), reason, id, BigInt(epoch))),
  postgres: {
    text: fail(':reason', ':id', ':epoch'),
    values: ({ id, epoch, reason }) => ({ id, epoch: BigInt(epoch), reason }),
    result: firstPayment,
    orderKey: ({ id }) => id,
    brief: true,
  },
}
