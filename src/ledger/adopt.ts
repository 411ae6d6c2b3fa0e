import type { Unit } from '../store/store.ts'
import type { AdoptInput } from './ledger.ts'
import type { Payment } from './payment.ts'
import { instancesGone } from './instances-gone.ts'
import { changed, columnsOf, paymentColumns, paymentOf, unfinished } from './payment-row.ts'

/** Takes abandoned payments over, and gives those that were won. The epoch counts up, so the former owner loses its hold. */
export const adopt: Unit<AdoptInput, Payment[]> = {
  name: 'adopt',
  sqlite(transaction, { rows, instance, leaseUntil, still }) {
    const [now, goneBy] = still ? [BigInt(still.now), BigInt(still.goneBy)] : [null, null]
    return rows
      .map((seen) =>
        changed(
          transaction.get(
            `UPDATE payments SET epoch = epoch + 1, instance = ?, lease_until = ?
             WHERE id = ? AND epoch = ? AND lease_until = ? AND ${unfinished}
               AND (? IS NULL OR lease_until <= ? OR instance IN (${instancesGone('?')})) RETURNING ${paymentColumns}`,
            instance,
            BigInt(leaseUntil),
            seen.id,
            BigInt(seen.epoch),
            BigInt(seen.leaseUntil),
            now,
            now,
            goneBy,
          ),
        ),
      )
      .filter((payment) => payment !== undefined)
  },
  postgres: {
    // Locked in the order of their ids, so that of two who adopt the same none waits for the other for ever.
    text: `WITH seen AS (
        SELECT id, epoch, lease_until, position FROM jsonb_to_recordset(:rows::jsonb) AS seen (id text, epoch int8, lease_until int8, position int8)
      ), held AS (
        SELECT p.id, seen.position FROM payments p JOIN seen ON seen.id = p.id AND seen.epoch = p.epoch AND seen.lease_until = p.lease_until
        WHERE p.${unfinished} AND (:now::int8 IS NULL OR p.lease_until <= :now::int8 OR p.instance IN (${instancesGone(':gone_by::int8')}))
        ORDER BY p.id FOR UPDATE OF p
      ), adopted AS (
        UPDATE payments p SET epoch = p.epoch + 1, instance = :instance, lease_until = :lease_until
        FROM held WHERE held.id = p.id RETURNING ${columnsOf('p')}, held.position
      ) SELECT * FROM adopted ORDER BY position`,
    values: ({ rows, instance, leaseUntil, still }) => ({
      rows: JSON.stringify(rows.map(({ id, epoch, leaseUntil }, position) => ({ id, epoch, lease_until: leaseUntil, position }))),
      instance,
      lease_until: BigInt(leaseUntil),
      now: still ? BigInt(still.now) : null,
      gone_by: still ? BigInt(still.goneBy) : null,
    }),
    result: (rows) => rows.map(paymentOf),
  },
}
