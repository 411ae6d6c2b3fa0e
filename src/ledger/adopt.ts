import type { Unit } from '../store/store.ts'
import type { At } from './ledger.ts'
import type { Payment } from './payment.ts'
import { changed, paymentColumns, unfinished } from './payment-row.ts'

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
}
