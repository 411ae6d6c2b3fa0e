import type { SqliteTransaction, Unit } from '../store/store.ts'
import { paymentColumns, texts } from './payment-row.ts'

export interface ArchiveInput {
  /** Seconds since the epoch. */
  readonly expiredBefore: bigint
  readonly limit: number
}

/**
 * Moves ended payments whose authorization expired before then, and final transfers that were settled before then, out of
 * the hot tables; gives how many. Everything is inserted in the order of its key, since that is what keeps a large archive
 * cheap to fill. What is unfinished, not yet final or owed to the payer stays, however old; and so does a transfer that was
 * reversed, since it is settled after all when it comes back.
 */
export const archive: Unit<ArchiveInput, number> = {
  name: 'archive',
  sqlite(transaction, { expiredBefore, limit }) {
    const authorizations = transaction.all(
      `SELECT id, identities FROM payments WHERE valid_before < ?
         AND (state IN ('released', 'free', 'uncharged', 'refused', 'reversed') OR (state = 'settled' AND final = 1))
       ORDER BY valid_before LIMIT ?`,
      expiredBefore,
      BigInt(limit),
    )
    const transfers = transaction.all(
      `SELECT id, identities FROM payments WHERE nonce IS NULL AND state = 'settled' AND final = 1 AND settled_at < ?
       ORDER BY settled_at LIMIT ?`,
      expiredBefore * 1000n,
      BigInt(limit - authorizations.length),
    )
    const ended = [...authorizations, ...transfers]
    if (ended.length === 0) return 0
    const ids = JSON.stringify(ended.map((row) => row['id']))
    transaction.run(
      `INSERT INTO payments_archive (${paymentColumns})
       SELECT ${paymentColumns} FROM payments WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id`,
      ids,
    )
    transaction.run(
      `INSERT INTO archived_totals (network, state, theft, payments, amount)
       SELECT network, state, theft, count(*), sum(amount) FROM payments WHERE id IN (SELECT value FROM json_each(?))
       GROUP BY network, state, theft
       ON CONFLICT (network, state, theft) DO UPDATE SET payments = payments + excluded.payments, amount = amount + excluded.amount`,
      ids,
    )
    transaction.run(
      `INSERT INTO payer_history (payer, ended, settled)
       SELECT payer, count(*), sum(state = 'settled') FROM payments
       WHERE id IN (SELECT value FROM json_each(?)) AND state IN ('settled', 'refused', 'reversed') GROUP BY payer
       ON CONFLICT (payer) DO UPDATE SET ended = ended + excluded.ended, settled = settled + excluded.settled`,
      ids,
    )
    const owned = ended.flatMap((row) => texts(row['identities']).map((identity) => ({ identity, id: row['id'] as string })))
    owned.sort((a, b) => (a.identity < b.identity ? -1 : 1))
    for (const { identity, id } of owned) moveIdentity(transaction, identity, id)
    transaction.run('DELETE FROM payments WHERE id IN (SELECT value FROM json_each(?))', ids)
    return ended.length
  },
}

function moveIdentity(transaction: SqliteTransaction, identity: string, id: string): void {
  const { changes } = transaction.run('DELETE FROM identities WHERE identity = ? AND payment_id = ?', identity, id)
  if (changes === 1) transaction.run('INSERT INTO identities_archive (identity, payment_id) VALUES (?, ?)', identity, id)
}
