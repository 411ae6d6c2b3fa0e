import type { Unit } from '../../store/store.ts'
import type { AdoptInput } from '../ledger.ts'
import type { Payment } from './payment.ts'
import { endedInstances } from '../leases/ended-instances.ts'
import { columnsOf, paymentColumns } from './payment-columns.ts'
import { optionalPayment, paymentFromRow, unfinished } from './payment-row.ts'

/** Takes over abandoned payments, and gives those it got. The epoch counts up, so the former owner can change them no more. */
export const adopt: Unit<AdoptInput, Payment[]> = {
  name: 'adopt',
  sqlite(transaction, { rows, instance, leaseUntil, abandonedAt }) {
    const [now, endedBy] = abandonedAt ? [BigInt(abandonedAt.now), BigInt(abandonedAt.endedBy)] : [null, null]
    return rows
      .map((seen) =>
        optionalPayment(
          transaction.get(
            `UPDATE payments SET epoch = epoch + 1, instance = ?, lease_until = ?
             WHERE id = ? AND epoch = ? AND lease_until = ? AND ${unfinished}
               AND (? IS NULL OR lease_until <= ? OR instance IN (${endedInstances('?')})) RETURNING ${paymentColumns}`,
            instance,
            BigInt(leaseUntil),
            seen.id,
            BigInt(seen.epoch),
            BigInt(seen.leaseUntil),
            now,
            now,
            endedBy,
          ),
        ),
      )
      .filter((payment) => payment !== undefined)
  },
  postgres: {
    // Locked in the order of their ids, so that two instances that adopt the same payments can't block each other for ever.
    text: `WITH seen AS (
        SELECT id, epoch, lease_until, position FROM jsonb_to_recordset(:rows::jsonb) AS seen (id text, epoch int8, lease_until int8, position int8)
      ), held AS (
        SELECT p.id, seen.position FROM payments p JOIN seen ON seen.id = p.id AND seen.epoch = p.epoch AND seen.lease_until = p.lease_until
        WHERE p.${unfinished} AND (:now::int8 IS NULL OR p.lease_until <= :now::int8 OR p.instance IN (${endedInstances(':ended_by::int8')}))
        ORDER BY p.id FOR UPDATE OF p
      ), adopted AS (
        UPDATE payments p SET epoch = p.epoch + 1, instance = :instance, lease_until = :lease_until
        FROM held WHERE held.id = p.id RETURNING ${columnsOf('p')}, held.position
      ) SELECT * FROM adopted ORDER BY position`,
    values: ({ rows, instance, leaseUntil, abandonedAt }) => ({
      rows: JSON.stringify(rows.map(({ id, epoch, leaseUntil }, position) => ({ id, epoch, lease_until: leaseUntil, position }))),
      instance,
      lease_until: BigInt(leaseUntil),
      now: abandonedAt ? BigInt(abandonedAt.now) : null,
      ended_by: abandonedAt ? BigInt(abandonedAt.endedBy) : null,
    }),
    result: (rows) => rows.map(paymentFromRow),
  },
}
