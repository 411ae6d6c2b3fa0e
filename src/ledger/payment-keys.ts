import type { SqliteTransaction } from '../store/store.ts'
import type { Payment } from './payment.ts'
import { archivedPayment, hotPayment } from './payment-row.ts'

/** A claim, and how long the caller's idempotency keys name its payment at least, in milliseconds since the epoch. */
export type Keyed<Claim> = Claim & { readonly keysUntil: number }

/** The earlier purchase that one of these idempotency keys names, if any does. */
export function boughtUnder(transaction: SqliteTransaction, keys: readonly string[]): Payment | undefined {
  return keys.map((key) => namedBy(transaction, key)).find((named) => named && bought(named))
}

/** Whether a key that names this payment is spent: one that was never charged nor answered leaves the purchase to the next. */
function bought({ state }: Payment): boolean {
  return state !== 'released' && state !== 'refused' && state !== 'credit'
}

/** A key outlives its hot row, so this one look-up may end in the archive; it is by primary key, and only where a key is repeated. */
function namedBy(transaction: SqliteTransaction, key: string): Payment | undefined {
  const id = transaction.get('SELECT payment_id FROM payment_keys WHERE key = ?', key)?.['payment_id'] as string | undefined
  return id === undefined ? undefined : (hotPayment(transaction, id) ?? archivedPayment(transaction, id))
}

/** Makes these the payment's keys, instead of those that it had when it was claimed before; until then at least, in milliseconds. */
export function ownKeys(
  transaction: SqliteTransaction,
  id: string,
  before: Payment | undefined,
  { keys, keysUntil }: { readonly keys: readonly string[]; readonly keysUntil: number },
): void {
  for (const key of before?.keys ?? []) transaction.run('DELETE FROM payment_keys WHERE key = ? AND payment_id = ?', key, id)
  for (const key of keys) {
    transaction.run(
      `INSERT INTO payment_keys (key, payment_id, expires_at) VALUES (?, ?, ?)
       ON CONFLICT (key) DO UPDATE SET payment_id = excluded.payment_id, expires_at = excluded.expires_at`,
      key,
      id,
      BigInt(keysUntil),
    )
  }
}
