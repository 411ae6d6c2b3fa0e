import type { SqliteTransaction } from '../../../store/store.ts'
import type { Payment } from '../payment.ts'
import { archivedPayment, hotPayment } from '../payment-row.ts'

const unused: ReadonlySet<Payment['state']> = new Set(['released', 'refused', 'refunding', 'refunded'])

/** The earlier purchase that one of these idempotency keys names, if any. */
export function findPurchaseByKeys(transaction: SqliteTransaction, keys: readonly string[]): Payment | undefined {
  return keys.map((key) => namedBy(transaction, key)).find((named) => named && isPurchase(named))
}

/** Whether a key that names this payment is used up. A payment that was neither charged nor answered leaves its key to the next one, and so does a transfer that waits to be used. */
function isPurchase({ state, timing }: Payment): boolean {
  return !unused.has(state) && !(state === 'credit' && timing !== 'first')
}

/** A key outlives its hot row, so this lookup may go to the archive. It is by primary key, and only happens where a key is repeated. */
function namedBy(transaction: SqliteTransaction, key: string): Payment | undefined {
  const id = transaction.get('SELECT payment_id FROM payment_keys WHERE key = ?', key)?.['payment_id'] as string | undefined
  return id === undefined ? undefined : (hotPayment(transaction, id) ?? archivedPayment(transaction, id))
}

/** Gives the payment these keys, instead of those of its earlier claim, at least until `keysUntil` (milliseconds since the epoch). */
export function replaceKeys(
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
