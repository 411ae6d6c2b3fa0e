import { abortUnless } from '../../store/postgres/abort-unless.ts'
import { lostRace, type SqliteTransaction, type Unit } from '../../store/store.ts'
import { takeOptimisticLock } from '../optimistic-lock.postgres.ts'
import { hotPaymentColumnTypes } from '../payments/payment-columns.ts'
import { hotPayment, paymentFromRow } from '../payments/payment-row.ts'
import { finalCredit, type AskRefundInput, type AskRefundResult } from './refund.ts'
import { refundCells, refundColumns, refundIdentity } from './refund-row.ts'

const names = refundColumns.join(', ')
const spent = (payer: string) => `SELECT coalesce(sum(amount), 0) AS amount FROM refunds WHERE day = ${payer}`

/**
 * credit -> refunding, and the payment that gives it back, to be settled: all in one unit, within the limits of the day. The credit
 * can buy nothing more from then on. Only a credit whose settlement is final is given back.
 */
export const askRefund: Unit<AskRefundInput, AskRefundResult> = {
  name: 'ask_refund',
  sqlite(transaction, input) {
    const { credit, refund, day, limits } = input
    const today = (sql: string, ...more: string[]) => transaction.get(sql, day, ...more)!['amount'] as bigint
    if (today(spent('?')) + credit.amount > limits.perDay) return { result: 'over_limit', by: 'day' }
    if (today(`${spent('?')} AND payer = ?`, credit.payer) + credit.amount > limits.perPayer) return { result: 'over_limit', by: 'payer' }
    const { changes } = transaction.run(
      `UPDATE payments SET state = 'refunding', epoch = epoch + 1, reason = ? WHERE id = ? AND epoch = ? AND ${finalCredit}`,
      input.reason,
      credit.id,
      BigInt(credit.epoch),
    )
    if (changes === 0) return { result: 'no_credit' }
    takeNonce(transaction, input)
    const cells = refundCells(input)
    transaction.run(
      `INSERT INTO payments (${names}) VALUES (${refundColumns.map(() => '?').join(', ')})`,
      ...refundColumns.map((column) => cells[column]),
    )
    transaction.run(
      `INSERT INTO refunds (refund_id, payment_id, outcome, day, payer, network, amount, net, asked_at, reason)
       VALUES (?, ?, NULL, ?, ?, ?, ?, ?, ?, ?)`,
      refund.id,
      credit.id,
      day,
      credit.payer,
      credit.network,
      credit.amount,
      refund.net,
      BigInt(input.at),
      input.reason,
    )
    return { result: 'asked', payment: hotPayment(transaction, refund.id)! }
  },
  postgres: {
    // What was given back on a day is the sum of many rows, so the requests of a ledger take turns.
    text: `WITH spent AS (
        SELECT coalesce(sum(amount), 0) AS all_of_day, coalesce(sum(amount) FILTER (WHERE payer = :pay_to), 0) AS of_payer
        FROM refunds WHERE day = :day
      ), verdict AS (
        SELECT CASE WHEN all_of_day + :gross::int8 > :per_day::int8 THEN 'day' WHEN of_payer + :gross::int8 > :per_payer::int8 THEN 'payer'
          WHEN NOT EXISTS (SELECT 1 FROM payments WHERE id = :credit AND epoch = :credit_epoch::int8 AND ${finalCredit}) THEN 'no_credit'
          ELSE 'asked' END AS result FROM spent
      ), locked AS (
        ${takeOptimisticLock(`'refunds'`, `EXISTS (SELECT 1 FROM verdict WHERE result = 'asked')`)}
      ), given AS (
        UPDATE payments SET state = 'refunding', epoch = epoch + 1, reason = :why FROM locked
        WHERE id = :credit AND epoch = :credit_epoch::int8 AND ${finalCredit} RETURNING id
      ), nonce AS (
        INSERT INTO identities (identity, payment_id) SELECT :identity, :id FROM given
        ON CONFLICT (identity) DO UPDATE SET payment_id = excluded.payment_id
      ), freed AS (
        UPDATE payments SET identities = '[]' FROM given
        WHERE payments.id = (SELECT payment_id FROM identities WHERE identity = :identity) AND payments.timing = 'refund'
      ), made AS (
        INSERT INTO payments (${names})
        SELECT ${refundColumns.map((column) => `:${column}::${typeOf(column)}`).join(', ')} FROM given RETURNING ${names}
      ), noted AS (
        INSERT INTO refunds (refund_id, payment_id, outcome, day, payer, network, amount, net, asked_at, reason)
        SELECT :id, id, NULL, :day, :pay_to, :network, :gross::int8, :amount::int8, :claimed_at::int8, :why FROM given
      ) SELECT v.result, (SELECT count(*) FROM locked) AS locks, made.*,
          ${abortUnless('NOT EXISTS (SELECT 1 FROM locked) OR EXISTS (SELECT 1 FROM given)')} AS given
        FROM verdict v LEFT JOIN made ON true`,
    values: (input) => ({
      ...refundCells(input),
      credit: input.credit.id,
      credit_epoch: BigInt(input.credit.epoch),
      gross: input.credit.amount,
      identity: refundIdentity(input),
      day: input.day,
      why: input.reason,
      per_day: input.limits.perDay,
      per_payer: input.limits.perPayer,
    }),
    result([row]) {
      const result = row!['result'] as 'asked' | 'no_credit' | 'day' | 'payer'
      if (result === 'no_credit') return { result }
      if (result !== 'asked') return { result: 'over_limit', by: result }
      return row!['locks'] === 0n ? lostRace : { result, payment: paymentFromRow(row!) }
    },
  },
}

/** The nonce may be that of an attempt that failed. */
function takeNonce(transaction: SqliteTransaction, input: AskRefundInput): void {
  const identity = refundIdentity(input)
  transaction.run(
    `UPDATE payments SET identities = '[]' WHERE timing = 'refund' AND id = (SELECT payment_id FROM identities WHERE identity = ?)`,
    identity,
  )
  transaction.run(
    'INSERT INTO identities (identity, payment_id) VALUES (?, ?) ON CONFLICT (identity) DO UPDATE SET payment_id = excluded.payment_id',
    identity,
    input.refund.id,
  )
}

function typeOf(column: (typeof refundColumns)[number]): string {
  return hotPaymentColumnTypes[column]
}
