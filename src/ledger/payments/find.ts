import type { Query } from '../../store/store.ts'
import { hotHolder } from './identities.sqlite.ts'
import type { Payment } from './payment.ts'
import { columnsOf, paymentColumns } from './payment-columns.ts'
import { archivedPayment, firstPayment, hotPayment } from './payment-row.ts'

/** By receipt id; hot rows first, then the archive. */
export const find: Query<string, Payment | undefined> = {
  name: 'find',
  sqlite: (transaction, id) => hotPayment(transaction, id) ?? archivedPayment(transaction, id),
  // A payment moves to the archive in one unit, so it is never in both nor in neither.
  postgres: {
    text: `SELECT ${paymentColumns} FROM payments WHERE id = :id UNION ALL SELECT ${paymentColumns} FROM payments_archive WHERE id = :id`,
    values: (id) => ({ id }),
    result: firstPayment,
    brief: true,
  },
}

/**
 * By the SHA-256 of the credential, the newest payment made with it: a transfer, or an archived payment. A hot authorization is
 * found by its identity.
 */
export const findByCredential: Query<string, Payment | undefined> = {
  name: 'find_by_credential',
  sqlite(transaction, hash) {
    const hot = transaction.get(
      'SELECT id FROM payments WHERE credential_hash = ? AND nonce IS NULL ORDER BY claimed_at DESC LIMIT 1',
      hash,
    )
    if (hot) return hotPayment(transaction, hot['id'] as string)
    const archived = transaction.get('SELECT id FROM payments_archive WHERE credential_hash = ? ORDER BY claimed_at DESC LIMIT 1', hash)
    return archived && archivedPayment(transaction, archived['id'] as string)
  },
  postgres: {
    text: `(SELECT 0 AS floor, ${paymentColumns} FROM payments WHERE credential_hash = :hash AND nonce IS NULL ORDER BY claimed_at DESC LIMIT 1)
      UNION ALL (SELECT 1, ${paymentColumns} FROM payments_archive WHERE credential_hash = :hash ORDER BY claimed_at DESC LIMIT 1)
      ORDER BY floor LIMIT 1`,
    values: (hash) => ({ hash }),
    result: firstPayment,
    brief: true,
  },
}

/** By one of the keys that the payment owns alone. */
export const hotByIdentity: Query<string, Payment | undefined> = {
  name: 'hot_by_identity',
  sqlite: hotHolder,
  postgres: {
    text: `SELECT ${columnsOf('p')} FROM identities i JOIN payments p ON p.id = i.payment_id WHERE i.identity = :identity`,
    values: (identity) => ({ identity }),
    result: firstPayment,
    brief: true,
  },
}

/** The newest one, where an archived nonce was signed again. */
export const findByIdentity: Query<string, Payment | undefined> = {
  name: 'find_by_identity',
  sqlite(transaction, identity) {
    const hot = hotHolder(transaction, identity)
    if (hot) return hot
    const archived = transaction.get(
      `SELECT a.id FROM identities_archive i JOIN payments_archive a ON a.id = i.payment_id
       WHERE i.identity = ? ORDER BY a.claimed_at DESC LIMIT 1`,
      identity,
    )
    return archived && archivedPayment(transaction, archived['id'] as string)
  },
  postgres: {
    text: `SELECT 0 AS floor, ${columnsOf('p')} FROM identities i JOIN payments p ON p.id = i.payment_id WHERE i.identity = :identity
      UNION ALL SELECT 1, ${columnsOf('a')} FROM identities_archive i JOIN payments_archive a ON a.id = i.payment_id WHERE i.identity = :identity
      ORDER BY floor, claimed_at DESC LIMIT 1`,
    values: (identity) => ({ identity }),
    result: firstPayment,
    brief: true,
  },
}
