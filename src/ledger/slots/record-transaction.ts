import { fromHex } from '../../shared/bytes.ts'
import type { Unit } from '../../store/store.ts'
import type { RecordTransactionInput } from '../ledger.ts'
import { holderValues, holdsLease, whileLeaseIsHeld } from '../leases/held-lease.ts'
import { lower } from '../payments/payment-row.ts'
import { reopened, takeBackBooking, takeBackBookingSql } from './reopen-slot.ts'

/**
 * Stores a signed transaction before it is sent, under its account nonce, and moves its payments to settling. Storing the same
 * one again changes nothing. A replacement, which brings no payments, opens a closed slot again, as `reopenSlot` does: its nonce is
 * needed once more.
 * False where nothing was stored: another instance owns the signer; a payment is not under way in the ledger, which has lost it or archived
 * it; or payments were to go under a nonce that is taken. The last is a write that the database got over a connection given up long ago.
 */
export const recordTransaction: Unit<RecordTransactionInput, boolean> = {
  name: 'record_transaction',
  sqlite(transaction, { network, signer: mixedSigner, nonce: number, transaction: signed, payments, at, holder, ...slot }) {
    if (!holdsLease(transaction, holder)) return false
    const [signer, nonce, hash] = [lower(mixedSigner), BigInt(number), lower(signed.hash)]
    const atNonce = 'network = ? AND signer = ? AND nonce = ?'
    const isThere = (sql: string, ...values: string[]) => transaction.get(sql, network, signer, nonce, ...values) !== undefined
    if (isThere(`SELECT 1 AS one FROM transactions WHERE ${atNonce} AND hash = ?`, hash)) return true
    if (payments.length > 0 && isThere(`SELECT 1 AS one FROM slots WHERE ${atNonce}`)) return false
    const known = 'SELECT count(*) AS known FROM payments WHERE id IN (SELECT value FROM json_each(?))'
    if (transaction.get(known, JSON.stringify(payments))!['known'] !== BigInt(payments.length)) return false
    transaction.run(
      `INSERT INTO transactions (network, signer, nonce, hash, raw, max_fee_per_gas, max_priority_fee_per_gas, stored_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      network,
      signer,
      nonce,
      hash,
      fromHex(signed.raw),
      signed.maxFeePerGas.toString(),
      signed.maxPriorityFeePerGas.toString(),
      BigInt(signed.storedAt),
    )
    if (payments.length === 0) takeBackBooking(transaction, network, signer, nonce)
    transaction.run(
      `INSERT INTO slots (network, signer, nonce, state, created_at, worst_gwei, value, contract) VALUES (?, ?, ?, 'open', ?, ?, ?, ?)
       ON CONFLICT (network, signer, nonce) DO UPDATE SET ${reopened}, worst_gwei = max(worst_gwei, excluded.worst_gwei)`,
      network,
      signer,
      nonce,
      BigInt(at),
      slot.worstGwei ?? 0n,
      slot.value ?? 0n,
      slot.contract ? 1n : 0n,
    )
    if (payments.length > 0) {
      const ids = JSON.stringify(payments)
      transaction.run(
        `INSERT INTO slot_payments (network, signer, nonce, payment_id, position)
         SELECT ?, ?, ?, value, key FROM json_each(?) WHERE true ON CONFLICT DO NOTHING`,
        network,
        signer,
        nonce,
        ids,
      )
      transaction.run(
        `UPDATE payments SET state = 'settling', epoch = epoch + (state <> 'settling'), transaction_hash = ?
         WHERE id IN (SELECT value FROM json_each(?)) AND state IN ('ordered', 'served', 'settling')`,
        hash,
        ids,
      )
      return true
    }
    // A replacement brings no payments of its own, but it is the last transaction that was sent for those of its slot.
    transaction.run(
      `UPDATE payments SET transaction_hash = ? WHERE state = 'settling'
         AND id IN (SELECT payment_id FROM slot_payments WHERE network = ? AND signer = ? AND nonce = ?)`,
      hash,
      network,
      signer,
      nonce,
    )
    return true
  },
  postgres: {
    text: `WITH ${whileLeaseIsHeld}, known AS (
        SELECT 1 FROM transactions WHERE network = :network AND signer = :signer AND nonce = :nonce AND hash = :hash
      ), before AS (
        SELECT * FROM slots WHERE network = :network AND signer = :signer AND nonce = :nonce AND cardinality(:payments::text[]) = 0
          AND EXISTS (SELECT 1 FROM allowed) AND NOT EXISTS (SELECT 1 FROM known) FOR UPDATE
      ), slot AS (
        INSERT INTO slots (network, signer, nonce, state, created_at, worst_gwei, value, contract)
        SELECT :network, :signer, :nonce::int8, 'open', :at::int8, :worst_gwei::int8, :value::int8, :contract::int8 FROM allowed
        WHERE NOT EXISTS (SELECT 1 FROM known)
          AND (SELECT count(*) FROM payments WHERE id = ANY (:payments::text[])) = cardinality(:payments::text[])
          AND (SELECT count(*) FROM before) IS NOT NULL
        ON CONFLICT (network, signer, nonce) DO UPDATE SET ${reopened},
          worst_gwei = greatest(slots.worst_gwei, excluded.worst_gwei)
        WHERE cardinality(:payments::text[]) = 0
        RETURNING network, signer, nonce
      ), taken_back AS (
        ${takeBackBookingSql('before')} AND EXISTS (SELECT 1 FROM slot)
      ), stored AS (
        INSERT INTO transactions (network, signer, nonce, hash, raw, max_fee_per_gas, max_priority_fee_per_gas, stored_at)
        SELECT network, signer, nonce, :hash, :raw::bytea, :max_fee, :max_priority_fee, :stored_at::int8 FROM slot
        ON CONFLICT DO NOTHING
        RETURNING network, signer, nonce, hash
      ), named AS (
        INSERT INTO slot_payments (network, signer, nonce, payment_id, position)
        SELECT network, signer, nonce, given.id, given.position - 1 FROM stored, unnest(:payments::text[]) WITH ORDINALITY AS given (id, position)
        ON CONFLICT DO NOTHING
      ), paid AS (
        SELECT unnest(:payments::text[]) AS id
        UNION ALL SELECT payment_id FROM slot_payments
        WHERE network = :network AND signer = :signer AND nonce = :nonce AND cardinality(:payments::text[]) = 0
      ), held AS (
        SELECT p.id FROM payments p WHERE p.id IN (SELECT id FROM paid) AND EXISTS (SELECT 1 FROM stored) ORDER BY p.id FOR UPDATE
      ), moved AS (
        UPDATE payments p SET state = 'settling', epoch = p.epoch + CASE WHEN p.state = 'settling' THEN 0 ELSE 1 END, transaction_hash = :hash
        FROM held WHERE p.id = held.id AND (p.state = 'settling' OR (p.state IN ('ordered', 'served') AND cardinality(:payments::text[]) > 0))
      ) SELECT one FROM allowed WHERE EXISTS (SELECT 1 FROM known) OR EXISTS (SELECT 1 FROM slot)`,
    values: ({ network, signer, nonce, transaction: signed, payments, at, holder, worstGwei = 0n, value = 0n, contract = false }) => ({
      ...holderValues(holder),
      network,
      signer: lower(signer),
      nonce: BigInt(nonce),
      hash: lower(signed.hash),
      raw: fromHex(signed.raw),
      max_fee: signed.maxFeePerGas.toString(),
      max_priority_fee: signed.maxPriorityFeePerGas.toString(),
      stored_at: BigInt(signed.storedAt),
      at: BigInt(at),
      worst_gwei: worstGwei,
      value,
      contract: contract ? 1n : 0n,
      payments,
    }),
    result: (rows) => rows.length === 1,
  },
}
