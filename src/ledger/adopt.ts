import type { Unit } from '../store/store.ts'
import type { At } from './ledger.ts'
import type { Payment } from './payment.ts'
import { changed, columnsOf, paymentColumns, paymentOf, unfinished } from './payment-row.ts'

/** A row as it was seen: an owner that extended its lease since then keeps it. */
export type Seen = At & { readonly leaseUntil: number }

export interface AdoptInput {
  readonly rows: readonly Seen[]
  readonly instance: string
  readonly leaseUntil: number
}

/** Takes abandoned payments over, and gives those that were won. The epoch counts up, so the former owner loses its hold. */
export const adopt: Unit<AdoptInput, Payment[]> = {
  name: 'adopt',
  sqlite: (transaction, { rows, instance, leaseUntil }) =>
    rows
      .map((seen) =>
        changed(
          transaction.get(
            `UPDATE payments SET epoch = epoch + 1, instance = ?, lease_until = ?
             WHERE id = ? AND epoch = ? AND lease_until = ? AND ${unfinished} RETURNING ${paymentColumns}`,
            instance,
            BigInt(leaseUntil),
            seen.id,
            BigInt(seen.epoch),
            BigInt(seen.leaseUntil),
          ),
        ),
      )
      .filter((payment) => payment !== undefined),
  postgres: {
    // Locked in the order of their ids, so that of two who adopt the same none waits for the other for ever.
    text: `WITH seen AS (
        SELECT id, epoch, lease_until, position FROM jsonb_to_recordset(:rows::jsonb) AS seen (id text, epoch int8, lease_until int8, position int8)
      ), held AS (
        SELECT p.id, seen.position FROM payments p JOIN seen ON seen.id = p.id AND seen.epoch = p.epoch AND seen.lease_until = p.lease_until
        WHERE p.${unfinished} ORDER BY p.id FOR UPDATE OF p
      ), adopted AS (
        UPDATE payments p SET epoch = p.epoch + 1, instance = :instance, lease_until = :lease_until
        FROM held WHERE held.id = p.id RETURNING ${columnsOf('p')}, held.position
      ) SELECT * FROM adopted ORDER BY position`,
    values: ({ rows, instance, leaseUntil }) => ({
      rows: JSON.stringify(rows.map(({ id, epoch, leaseUntil }, position) => ({ id, epoch, lease_until: leaseUntil, position }))),
      instance,
      lease_until: BigInt(leaseUntil),
    }),
    result: (rows) => rows.map(paymentOf),
  },
}
