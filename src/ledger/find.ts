import type { Query } from '../store/store.ts'
import type { Payment } from './payment.ts'
import { archivedPayment, changed, hotPayment, paymentColumns } from './payment-row.ts'

/** By receipt id; hot rows first, then the archive. */
export const find: Query<string, Payment | undefined> = {
  name: 'find',
  sqlite: (transaction, id) => hotPayment(transaction, id) ?? archivedPayment(transaction, id),
}

const newestFrom = (table: string) => `SELECT ${paymentColumns} FROM ${table} WHERE credential_hash = ? ORDER BY claimed_at DESC LIMIT 1`
const newestIn = { payments: newestFrom('payments'), archive: newestFrom('payments_archive') }

/** By the SHA-256 of the credential; the newest payment made with it. */
export const findByCredential: Query<string, Payment | undefined> = {
  name: 'find_by_credential',
  sqlite(transaction, hash) {
    return changed(transaction.get(newestIn.payments, hash) ?? transaction.get(newestIn.archive, hash))
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
