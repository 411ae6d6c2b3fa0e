import type { Query } from '../store/store.ts'
import type { Payment } from './payment.ts'
import { archivedPayment, hotPayment } from './payment-row.ts'

/** By receipt id; hot rows first, then the archive. */
export const find: Query<string, Payment | undefined> = {
  name: 'find',
  sqlite: (transaction, id) => hotPayment(transaction, id) ?? archivedPayment(transaction, id),
}

const madeWith = `SELECT coalesce(
  (SELECT id FROM payments WHERE credential_hash = ? ORDER BY claimed_at DESC LIMIT 1),
  (SELECT id FROM payments_archive WHERE credential_hash = ? ORDER BY claimed_at DESC LIMIT 1)) AS id`

/** By the SHA-256 of the credential; the newest payment made with it. Asked first of every paid call, and most bring a new one. */
export const findByCredential: Query<string, Payment | undefined> = {
  name: 'find_by_credential',
  sqlite(transaction, hash) {
    const id = transaction.get(madeWith, hash, hash)?.['id'] as string | null
    return id === null ? undefined : find.sqlite(transaction, id)
  },
}

/** By one of the keys that the payment owns alone; the newest one, where an archived nonce was signed anew. */
export const findByIdentity: Query<string, Payment | undefined> = {
  name: 'find_by_identity',
  sqlite(transaction, identity) {
    const hot = transaction.get('SELECT payment_id FROM identities WHERE identity = ?', identity)
    if (hot) return hotPayment(transaction, hot['payment_id'] as string)
    const archived = transaction.get(
      `SELECT a.id FROM identities_archive i JOIN payments_archive a ON a.id = i.payment_id
       WHERE i.identity = ? ORDER BY a.claimed_at DESC LIMIT 1`,
      identity,
    )
    return archived && archivedPayment(transaction, archived['id'] as string)
  },
}
