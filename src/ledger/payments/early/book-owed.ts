import type { Unit } from '../../../store/store.ts'
import { audit, auditEndSql } from '../audit.ts'
import type { Payment } from '../payment.ts'
import { columnsOf, paymentColumns } from '../payment-columns.ts'
import { firstPayment, hotPayment, optionalPayment } from '../payment-row.ts'

export interface BookOwedInput {
  readonly id: string
  readonly reason: string
  /** UTC. */
  readonly day: string
  readonly at: number
}

const uncollected = `state IN ('served', 'settling') AND timing = 'early' AND settled_at IS NULL`

/**
 * served or settling -> owed: it was answered early, and nothing can collect it any more. It is a loss of the day, and the history of
 * its payer begins anew. What it owes replaces a bar that it had for its failed attempts, so that it can buy again once it has paid. A payment that was owed before, and whose next payment failed too, is a loss already. A payment that was
 * settled before its block vanished is reversed instead.
 */
export const bookOwed: Unit<BookOwedInput, Payment | undefined> = {
  name: 'book_owed',
  sqlite(transaction, { id, reason, day, at }) {
    const before = hotPayment(transaction, id)
    const payment = optionalPayment(
      transaction.get(
        `UPDATE payments SET state = 'owed', unfinished = 0, epoch = epoch + 1, reason = ? WHERE id = ? AND ${uncollected}
         RETURNING ${paymentColumns}`,
        reason,
        id,
      ),
    )
    if (!before || !payment) return undefined
    transaction.run('DELETE FROM barred WHERE payer = ?', payment.payer)
    audit(transaction, { kind: 'owed', subject: id, detail: { reason, transaction: payment.transaction }, at })
    if (before.reason !== null) return payment
    for (const subject of ['all', `client:${payment.client}`]) {
      transaction.run(
        `INSERT INTO early_losses (day, subject, payments, amount) VALUES (?, ?, 1, ?)
         ON CONFLICT (day, subject) DO UPDATE SET payments = payments + 1, amount = amount + excluded.amount`,
        day,
        subject,
        payment.amount,
      )
    }
    transaction.run(
      `INSERT INTO payer_history (payer, ended, settled, settled_amount, since) VALUES (?, 0, 0, 0, ?)
       ON CONFLICT (payer) DO UPDATE SET settled = 0, settled_amount = 0, since = excluded.since`,
      payment.payer,
      BigInt(at),
    )
    return payment
  },
  postgres: {
    text: `WITH due AS (
        SELECT id, reason AS was_reason FROM payments WHERE id = :id AND ${uncollected} FOR UPDATE
      ), ended AS (
        UPDATE payments p SET state = 'owed', unfinished = 0, epoch = p.epoch + 1, reason = :reason FROM due
        WHERE p.id = due.id RETURNING ${columnsOf('p')}, due.was_reason
      ), told AS (
        ${auditEndSql('owed', 'ended')}
      ), admitted AS (
        DELETE FROM barred b USING ended e WHERE b.payer = e.payer
      ), lost AS (
        INSERT INTO early_losses (day, subject, payments, amount)
        SELECT :day::text, who.subject, 1, e.amount FROM ended e CROSS JOIN LATERAL (VALUES ('all'), ('client:' || e.client)) AS who (subject)
        WHERE e.was_reason IS NULL ORDER BY who.subject
        ON CONFLICT (day, subject) DO UPDATE SET payments = early_losses.payments + 1, amount = early_losses.amount + excluded.amount
      ), forgotten AS (
        INSERT INTO payer_history (payer, ended, settled, settled_amount, since)
        SELECT payer, 0, 0, 0, :at::int8 FROM ended WHERE was_reason IS NULL
        ON CONFLICT (payer) DO UPDATE SET settled = 0, settled_amount = 0, since = excluded.since
      ) SELECT ${paymentColumns} FROM ended`,
    values: ({ id, reason, day, at }) => ({ id, reason, day, at: BigInt(at) }),
    result: firstPayment,
  },
}
