import type { Unit } from '../../store/store.ts'
import type { ExpireInput } from '../housekeeping/expire.ts'

/**
 * How long deliveries are remembered, from the day on which they were made. An item can be asked for until 430 days after its publication,
 * so it can't be sold again once it is forgotten.
 */
const keptMs = 431 * 86_400_000
/** A position under which nothing is delivered only says since when its payer polls, which matters for what appears late. */
const emptyKeptMs = 90 * 86_400_000

/** Drops deliveries past their time, and positions without any that were not asked for lately; gives how many rows were dropped. */
export const expireDeliveries: Unit<ExpireInput, number> = {
  name: 'expire_deliveries',
  sqlite(transaction, { now, limit }) {
    const [before, max] = [BigInt(now - keptMs), BigInt(limit)]
    const gone = transaction.all(
      `DELETE FROM delivered_items WHERE (position_id, item) IN (
         SELECT position_id, item FROM delivered_items WHERE delivered_at < ? LIMIT ?) RETURNING position_id`,
      before,
      max,
    )
    for (const { position_id: id } of gone) transaction.run('UPDATE watch_positions SET items = items - 1 WHERE id = ?', id!)
    const positions = transaction.run(
      'DELETE FROM watch_positions WHERE id IN (SELECT id FROM watch_positions WHERE asked_at < ? AND items = 0 LIMIT ?)',
      BigInt(now - emptyKeptMs),
      max,
    )
    return gone.length + positions.changes
  },
  postgres: {
    text: `WITH gone AS (
        DELETE FROM delivered_items WHERE delivered_at < :before AND (position_id, item) IN (
          SELECT position_id, item FROM delivered_items WHERE delivered_at < :before LIMIT :limit) RETURNING position_id
      ), counted AS (
        UPDATE watch_positions w SET items = w.items - g.items
        FROM (SELECT position_id, count(*) AS items FROM gone GROUP BY position_id) AS g WHERE w.id = g.position_id
      ), forgotten AS (
        DELETE FROM watch_positions WHERE asked_at < :empty_before AND items = 0 AND id IN (
          SELECT id FROM watch_positions WHERE asked_at < :empty_before AND items = 0 LIMIT :limit) RETURNING 1
      ) SELECT (SELECT count(*) FROM gone) + (SELECT count(*) FROM forgotten) AS gone`,
    values: ({ now, limit }) => ({ before: BigInt(now - keptMs), empty_before: BigInt(now - emptyKeptMs), limit: BigInt(limit) }),
    result: (rows) => Number(rows[0]!['gone']),
  },
}
