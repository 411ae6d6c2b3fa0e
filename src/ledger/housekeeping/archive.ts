import type { SqliteTransaction, Unit } from '../../store/store.ts'
import { paymentColumns } from '../payments/payment-columns.ts'
import { texts } from '../payments/payment-row.ts'
import { countDays } from './archived-days.ts'

export interface ArchiveInput {
  /** Seconds since the epoch. */
  readonly expiredBefore: bigint
  readonly limit: number
}

const neverAgain = 'again_at = NULL, again_payment_id = NULL'
/** A payment `p` that was settled since the history `h` of its payer began: see `bookOwed`. */
const countsAsSettled = `(p.state = 'settled' AND p.settled_at > coalesce(h.since, 0))`

/**
 * Moves ended payments whose authorization expired before then, and final transfers that were settled before then, out of the hot
 * tables; gives how many. Rows are inserted in the order of their keys, which keeps a large archive cheap to fill. Payments that
 * are unfinished, not yet final or owed to the payer stay, however old. So does a reversed transfer, since it is settled after all
 * when it comes back. What a refused payment was to deliver of a watchlist can be sold again.
 */
export const archive: Unit<ArchiveInput, number> = {
  name: 'archive',
  sqlite(transaction, { expiredBefore, limit }) {
    const authorizations = transaction.all(
      `SELECT id, identities FROM payments WHERE valid_before < ?
         AND (state IN ('released', 'free', 'uncharged', 'refused', 'reversed', 'refunded') OR (state = 'settled' AND final = 1))
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
       SELECT network, state, theft, count(*), sum(amount) FROM payments WHERE id IN (SELECT value FROM json_each(?)) AND timing <> 'refund'
       GROUP BY network, state, theft
       ON CONFLICT (network, state, theft) DO UPDATE SET payments = payments + excluded.payments, amount = amount + excluded.amount`,
      ids,
    )
    transaction.run(countDays('payments', 'WHERE id IN (SELECT value FROM json_each(?))'), ids)
    transaction.run(
      `INSERT INTO payer_history (payer, ended, settled, settled_amount)
       SELECT p.payer, count(*), sum(${countsAsSettled}), sum(CASE WHEN ${countsAsSettled} AND p.theft = 0 THEN p.amount ELSE 0 END)
       FROM payments p LEFT JOIN payer_history h ON h.payer = p.payer
       WHERE p.id IN (SELECT value FROM json_each(?)) AND p.state IN ('settled', 'refused', 'reversed') GROUP BY p.payer
       ON CONFLICT (payer) DO UPDATE SET ended = ended + excluded.ended, settled = settled + excluded.settled,
         settled_amount = settled_amount + excluded.settled_amount`,
      ids,
    )
    forgetRefusedDeliveries(transaction, ids)
    const owned = ended.flatMap((row) => texts(row['identities']).map((identity) => ({ identity, id: row['id'] as string })))
    owned.sort((a, b) => (a.identity < b.identity ? -1 : 1))
    for (const { identity, id } of owned) moveIdentity(transaction, identity, id)
    transaction.run('DELETE FROM payments WHERE id IN (SELECT value FROM json_each(?))', ids)
    return ended.length
  },
  postgres: {
    text: `WITH authorizations AS (
        SELECT id FROM payments WHERE valid_before < :expired_before
          AND (state IN ('released', 'free', 'uncharged', 'refused', 'reversed', 'refunded') OR (state = 'settled' AND final = 1))
        ORDER BY valid_before LIMIT :limit FOR UPDATE
      ), transfers AS (
        SELECT id FROM payments WHERE nonce IS NULL AND state = 'settled' AND final = 1 AND settled_at < :expired_before * 1000
        ORDER BY settled_at LIMIT :limit - (SELECT count(*) FROM authorizations) FOR UPDATE
      ), ended AS (
        DELETE FROM payments WHERE id IN (SELECT id FROM authorizations UNION ALL SELECT id FROM transfers) RETURNING ${paymentColumns}, identities
      ), moved AS (
        INSERT INTO payments_archive (${paymentColumns}) SELECT ${paymentColumns} FROM ended ORDER BY id
      ), counted AS (
        INSERT INTO archived_totals (network, state, theft, payments, amount)
        SELECT network, state, theft, count(*), sum(amount) FROM ended WHERE timing <> 'refund' GROUP BY network, state, theft ORDER BY network, state, theft
        ON CONFLICT (network, state, theft) DO UPDATE SET payments = archived_totals.payments + excluded.payments,
          amount = archived_totals.amount + excluded.amount
      ), dated AS (
        ${countDays('ended', 'WHERE true')}
      ), remembered AS (
        -- Where the history began anew since the statement began, these payments no longer belong to it.
        INSERT INTO payer_history (payer, ended, settled, settled_amount, since)
        SELECT p.payer, count(*), count(*) FILTER (WHERE ${countsAsSettled}),
          coalesce(sum(p.amount) FILTER (WHERE ${countsAsSettled} AND p.theft = 0), 0)::int8, coalesce(max(h.since), 0)
        FROM ended p LEFT JOIN payer_history h ON h.payer = p.payer
        WHERE p.state IN ('settled', 'refused', 'reversed') GROUP BY p.payer ORDER BY p.payer
        ON CONFLICT (payer) DO UPDATE SET ended = payer_history.ended + excluded.ended,
          settled = payer_history.settled + CASE WHEN payer_history.since = excluded.since THEN excluded.settled ELSE 0 END,
          settled_amount = payer_history.settled_amount
            + CASE WHEN payer_history.since = excluded.since THEN excluded.settled_amount ELSE 0 END
      ), disowned AS (
        -- As a list, so that each key is looked up separately.
        DELETE FROM identities WHERE identity = ANY (ARRAY(SELECT jsonb_array_elements_text(identities::jsonb) FROM ended))
          AND payment_id IN (SELECT id FROM ended) RETURNING identity, payment_id
      ), owned AS (
        INSERT INTO identities_archive (identity, payment_id) SELECT identity, payment_id FROM disowned ORDER BY identity
      ), taken_back AS (
        DELETE FROM delivered_items WHERE payment_id IN (SELECT id FROM ended WHERE state = 'refused') RETURNING position_id
      ), not_again AS (
        UPDATE delivered_items SET ${neverAgain} WHERE again_payment_id IN (SELECT id FROM ended WHERE state = 'refused')
          AND payment_id NOT IN (SELECT id FROM ended WHERE state = 'refused')
      ), uncounted AS (
        UPDATE watch_positions w SET items = w.items - t.items
        FROM (SELECT position_id, count(*) AS items FROM taken_back GROUP BY position_id) AS t WHERE w.id = t.position_id
      ) SELECT count(*) AS moved FROM ended`,
    values: ({ expiredBefore, limit }) => ({ expired_before: expiredBefore, limit: BigInt(limit) }),
    result: (rows) => Number(rows[0]!['moved']),
  },
}

/**
 * Nothing can collect these payments any more, so their payer may buy the items of a watchlist that they were to pay for. Items that were
 * paid for before and that they were to pay for again are as they were.
 */
function forgetRefusedDeliveries(transaction: SqliteTransaction, ids: string): void {
  const gone = transaction.all(
    `DELETE FROM delivered_items WHERE payment_id IN (
       SELECT id FROM payments WHERE id IN (SELECT value FROM json_each(?)) AND state = 'refused') RETURNING position_id`,
    ids,
  )
  for (const { position_id: id } of gone) transaction.run('UPDATE watch_positions SET items = items - 1 WHERE id = ?', id!)
  transaction.run(
    `UPDATE delivered_items SET ${neverAgain} WHERE again_payment_id IN (
       SELECT id FROM payments WHERE id IN (SELECT value FROM json_each(?)) AND state = 'refused')`,
    ids,
  )
}

function moveIdentity(transaction: SqliteTransaction, identity: string, id: string): void {
  const { changes } = transaction.run('DELETE FROM identities WHERE identity = ? AND payment_id = ?', identity, id)
  if (changes === 1) transaction.run('INSERT INTO identities_archive (identity, payment_id) VALUES (?, ?)', identity, id)
}
