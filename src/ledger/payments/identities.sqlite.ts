import type { SqliteTransaction } from '../../store/store.ts'
import type { Payment } from './payment.ts'
import { archivedPayment, hotPayment, texts } from './payment-row.ts'

/** Id of the hot payment that holds this key. */
export function holderId(transaction: SqliteTransaction, identity: string): string | undefined {
  return transaction.get('SELECT payment_id FROM identities WHERE identity = ?', identity)?.['payment_id'] as string | undefined
}

/** The hot payment that holds this key. */
export function hotHolder(transaction: SqliteTransaction, identity: string): Payment | undefined {
  const id = holderId(transaction, identity)
  return id === undefined ? undefined : hotPayment(transaction, id)
}

/** The payment that holds this key, or held it when it was archived. A used payment comes before a released one. */
export function hotOrArchivedHolder(transaction: SqliteTransaction, identity: string): Payment | undefined {
  const hot = hotHolder(transaction, identity)
  if (hot) return hot
  const archived = transaction.get(
    `SELECT a.id FROM identities_archive i JOIN payments_archive a ON a.id = i.payment_id
     WHERE i.identity = ? ORDER BY a.state = 'released', a.claimed_at DESC LIMIT 1`,
    identity,
  )
  return archived && archivedPayment(transaction, archived['id'] as string)
}

/** Takes this key for the payment unless a payment holds it, be it this one; false then. */
export function takeIdentityIfFree(transaction: SqliteTransaction, id: string, identity: string): boolean {
  const { changes } = transaction.run('INSERT INTO identities (identity, payment_id) VALUES (?, ?) ON CONFLICT DO NOTHING', identity, id)
  return changes === 1
}

/** Releases the key, where it is this payment's. */
export function releaseIdentity(transaction: SqliteTransaction, id: string, identity: string): void {
  transaction.run('DELETE FROM identities WHERE identity = ? AND payment_id = ?', identity, id)
}

/** Takes this key for the payment. */
function takeIdentity(transaction: SqliteTransaction, id: string, identity: string): void {
  transaction.run(
    'INSERT INTO identities (identity, payment_id) VALUES (?, ?) ON CONFLICT (identity) DO UPDATE SET payment_id = excluded.payment_id',
    identity,
    id,
  )
}

/**
 * Takes these keys for the payment; gives all keys that it holds then, for its row.
 * @param known whether it has a row, which may hold other keys
 */
export function takeIdentities(transaction: SqliteTransaction, id: string, identities: readonly string[], known: boolean): string[] {
  for (const identity of identities) takeIdentity(transaction, id, identity)
  return known ? [...new Set([...heldBy(transaction, id), ...identities])] : [...identities]
}

/** Releases keys of the payment; gives those that it still holds, for its row. */
export function releaseIdentities(transaction: SqliteTransaction, id: string, isReleased: (identity: string) => boolean): string[] {
  const held = heldBy(transaction, id)
  for (const identity of held.filter(isReleased)) releaseIdentity(transaction, id, identity)
  return held.filter((identity) => !isReleased(identity))
}

function heldBy(transaction: SqliteTransaction, id: string): string[] {
  const row = transaction.get('SELECT identities FROM payments WHERE id = ?', id)
  return row ? texts(row['identities']) : []
}
