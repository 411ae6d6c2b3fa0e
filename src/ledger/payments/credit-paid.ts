import type { Unit } from '../../store/store.ts'
import type { Hex } from '../../shared/bytes.ts'
import { uncountArchived, uncountDay } from '../housekeeping/archived-days.ts'
import { audit } from './audit.ts'
import { takeIdentityIfFree } from './identities.sqlite.ts'
import { bookIncome, bookIncomeSql } from './income.ts'
import type { Payment } from './payment.ts'
import { columnsOf, paymentColumns } from './payment-columns.ts'
import { archivedPayment, firstPayment, hotPayment, lower } from './payment-row.ts'

/** States in which a payment was not answered and not charged, as far as the ledger knows. */
const unserved = `state IN ('released', 'refused')`

export interface BringBackInput {
  readonly id: string
  /** The key of its authorization. */
  readonly identity: string
}

/**
 * Moves a payment that was neither answered nor charged from the archive back to the hot tables, since it has paid after all. False
 * where there is none in the archive, and where another payment has its authorization by now.
 */
export const bringBack: Unit<BringBackInput, boolean> = {
  name: 'bring_back',
  sqlite(transaction, { id, identity }) {
    const payment = archivedPayment(transaction, id)
    if (payment === undefined || (payment.state !== 'released' && payment.state !== 'refused')) return false
    if (!takeIdentityIfFree(transaction, id, identity)) return false
    transaction.run(
      `INSERT INTO payments (${paymentColumns}, identities, unfinished) SELECT ${paymentColumns}, ?, 0 FROM payments_archive WHERE id = ?`,
      JSON.stringify([identity]),
      id,
    )
    uncountArchived(transaction, id)
    transaction.run('DELETE FROM payments_archive WHERE id = ?', id)
    transaction.run('DELETE FROM identities_archive WHERE identity = ? AND payment_id = ?', identity, id)
    transaction.run(
      'UPDATE archived_totals SET payments = payments - 1, amount = amount - ? WHERE network = ? AND state = ? AND theft = ?',
      payment.amount,
      payment.network,
      payment.state,
      payment.theft ? 1n : 0n,
    )
    if (payment.state === 'refused')
      transaction.run('UPDATE payer_history SET ended = ended - 1 WHERE payer = ? AND ended > settled', payment.payer)
    return true
  },
  postgres: {
    text: `WITH gone AS (
        DELETE FROM payments_archive WHERE id = :id AND ${unserved} AND NOT EXISTS (SELECT 1 FROM identities WHERE identity = :identity)
        RETURNING ${paymentColumns}
      ), back AS (
        INSERT INTO payments (${paymentColumns}, identities, unfinished)
        SELECT ${paymentColumns}, json_build_array(:identity::text)::text, 0 FROM gone
      ), uncounted AS (
        UPDATE archived_totals t SET payments = t.payments - 1, amount = t.amount - gone.amount FROM gone
        WHERE t.network = gone.network AND t.state = gone.state AND t.theft = gone.theft
      ), undated AS (
        ${uncountDay('gone')}
      ), forgotten AS (
        UPDATE payer_history h SET ended = h.ended - 1 FROM gone WHERE h.payer = gone.payer AND gone.state = 'refused' AND h.ended > h.settled
      ), disowned AS (
        DELETE FROM identities_archive WHERE identity = :identity AND payment_id IN (SELECT id FROM gone)
      ), owned AS (
        INSERT INTO identities (identity, payment_id) SELECT :identity, id FROM gone
      ) SELECT id FROM gone`,
    values: ({ id, identity }) => ({ id, identity }),
    result: (rows) => rows.length === 1,
  },
}

/** Where on chain it paid us after all. */
export interface CreditPaidInput {
  readonly id: string
  readonly transaction: Hex
  readonly blockNumber: bigint
  readonly blockHash: Hex
  readonly logIndex: number
  /** The key of the transfer, which nothing may have bought with. */
  readonly transferIdentity: string
  /** When its block was made, in milliseconds: the day on which the money came. */
  readonly settledAt: number
  readonly at: number
}

const credited = `state = 'credit', timing = 'first', runs = 0, unfinished = 0, final = 0, served_at = NULL, reason = 'paid_unserved'`

/**
 * released or refused -> credit: somebody submitted the authorization although it was not answered, so its payer has paid for nothing.
 * As a credit it buys the answer, or is given back. Undefined where it is in another state, and where its transfer has bought something.
 */
export const creditPaid: Unit<CreditPaidInput, Payment | undefined> = {
  name: 'credit_paid',
  sqlite(transaction, input) {
    const { id, transferIdentity, at } = input
    const before = hotPayment(transaction, id)
    if (before === undefined || (before.state !== 'released' && before.state !== 'refused')) return undefined
    if (!takeIdentityIfFree(transaction, id, transferIdentity)) return undefined
    transaction.run(
      `UPDATE payments SET ${credited}, epoch = epoch + 1, settled_at = ?, transaction_hash = ?, block_number = ?, block_hash = ?,
         log_index = ?, identities = json_insert(identities, '$[#]', ?) WHERE id = ?`,
      BigInt(input.settledAt),
      lower(input.transaction),
      input.blockNumber,
      lower(input.blockHash),
      BigInt(input.logIndex),
      transferIdentity,
      id,
    )
    transaction.run('INSERT INTO paying_wallets (payer) VALUES (?) ON CONFLICT (payer) DO NOTHING', before.payer)
    // It buys an answer anew, so the one that was withheld is not given.
    transaction.run('DELETE FROM answers WHERE payment_id = ?', id)
    audit(transaction, { kind: 'credited', subject: id, detail: { transaction: input.transaction, was: before.reason }, at })
    const credit = hotPayment(transaction, id)!
    bookIncome(transaction, [credit])
    return credit
  },
  postgres: {
    text: `WITH due AS (
        SELECT id, reason FROM payments WHERE id = :id AND ${unserved} FOR UPDATE
      ), owned AS (
        INSERT INTO identities (identity, payment_id) SELECT :identity, id FROM due ON CONFLICT DO NOTHING RETURNING payment_id
      ), changed AS (
        UPDATE payments p SET ${credited}, epoch = p.epoch + 1, settled_at = :settled_at, transaction_hash = :transaction,
          block_number = :block_number, block_hash = :block_hash, log_index = :log_index,
          identities = (p.identities::jsonb || to_jsonb(:identity::text))::text
        FROM owned WHERE p.id = owned.payment_id RETURNING ${columnsOf('p')}
      ), booked AS (
        ${bookIncomeSql('changed')}
      ), paid AS (
        INSERT INTO paying_wallets (payer) SELECT payer FROM changed ON CONFLICT DO NOTHING
      ), withheld AS (
        DELETE FROM answers WHERE payment_id IN (SELECT id FROM changed)
      ), audited AS (
        INSERT INTO audit (at, kind, subject, detail)
        SELECT :at::int8, 'credited', c.id, json_build_object('transaction', c.transaction_hash, 'was', due.reason)::text FROM changed c JOIN due ON due.id = c.id
      ) SELECT * FROM changed`,
    values: (input) => ({
      id: input.id,
      identity: input.transferIdentity,
      settled_at: BigInt(input.settledAt),
      transaction: lower(input.transaction),
      block_number: input.blockNumber,
      block_hash: lower(input.blockHash),
      log_index: BigInt(input.logIndex),
      at: BigInt(input.at),
    }),
    result: firstPayment,
  },
}
