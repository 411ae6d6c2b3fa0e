import type { SqliteTransaction } from '../store/store.ts'
import type { Payment } from './payment.ts'
import { archivedPayment, hotPayment, texts } from './payment-row.ts'

/** Id of the hot payment that holds this key. */
export function ownerOf(transaction: SqliteTransaction, identity: string): string | undefined {
  return transaction.get('SELECT payment_id FROM identities WHERE identity = ?', identity)?.['payment_id'] as string | undefined
}

/** The hot payment that holds this key. */
export function holderOf(transaction: SqliteTransaction, identity: string): Payment | undefined {
  const id = ownerOf(transaction, identity)
  return id === undefined ? undefined : hotPayment(transaction, id)
}

/** The payment that holds this key, or held it when it went to the archive: one that was used before one that was released. */
export function holderEver(transaction: SqliteTransaction, identity: string): Payment | undefined {
  const hot = holderOf(transaction, identity)
  if (hot) return hot
  const archived = transaction.get(
    `SELECT a.id FROM identities_archive i JOIN payments_archive a ON a.id = i.payment_id
     WHERE i.identity = ? ORDER BY a.state = 'released', a.claimed_at DESC LIMIT 1`,
    identity,
  )
  return archived && archivedPayment(transaction, archived['id'] as string)
}

/** Makes this key the payment's own unless somebody holds it; false then, also where it is the payment itself. */
export function ownIfFree(transaction: SqliteTransaction, id: string, identity: string): boolean {
  const { changes } = transaction.run('INSERT INTO identities (identity, payment_id) VALUES (?, ?) ON CONFLICT DO NOTHING', identity, id)
  return changes === 1
}

/** Gives the key back to nobody, where it is this payment's. */
export function disown(transaction: SqliteTransaction, id: string, identity: string): void {
  transaction.run('DELETE FROM identities WHERE identity = ? AND payment_id = ?', identity, id)
}

/** Makes this key the payment's own. */
function own(transaction: SqliteTransaction, id: string, identity: string): void {
  transaction.run(
    'INSERT INTO identities (identity, payment_id) VALUES (?, ?) ON CONFLICT (identity) DO UPDATE SET payment_id = excluded.payment_id',
    identity,
    id,
  )
}

/**
 * Makes these keys the payment's own; gives all that it holds then, which its row is to say.
 * @param known whether it has a row, which may hold others.
 */
export function ownIdentities(transaction: SqliteTransaction, id: string, identities: readonly string[], known: boolean): string[] {
  for (const identity of identities) own(transaction, id, identity)
  return known ? [...new Set([...heldBy(transaction, id), ...identities])] : [...identities]
}

/** Gives keys of the payment back to nobody; gives those that it still holds, which its row is to say. */
export function giveBack(transaction: SqliteTransaction, id: string, gone: (identity: string) => boolean): string[] {
  const held = heldBy(transaction, id)
  for (const identity of held.filter(gone)) disown(transaction, id, identity)
  return held.filter((identity) => !gone(identity))
}

function heldBy(transaction: SqliteTransaction, id: string): string[] {
  const row = transaction.get('SELECT identities FROM payments WHERE id = ?', id)
  return row ? texts(row['identities']) : []
}
