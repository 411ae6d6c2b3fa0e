import { byIndex, givenInputs } from '../../store/postgres/given-inputs.ts'
import type { Unit } from '../../store/store.ts'
import type { At } from '../ledger.ts'
import { unfinished } from './payment-row.ts'

/** Extends our lease of a payment. Not a transition: the epoch stays, so that its holder can go on with the one it knows. */
export const extendLease: Unit<At & { readonly leaseUntil: number }, boolean> = {
  name: 'extend_lease',
  sqlite: (transaction, { id, epoch, leaseUntil }) =>
    transaction.run(
      `UPDATE payments SET lease_until = ? WHERE id = ? AND epoch = ? AND ${unfinished}`,
      BigInt(leaseUntil),
      id,
      BigInt(epoch),
    ).changes === 1,
  postgres: {
    text: `WITH given AS (
        ${givenInputs({ id: 'text', epoch: 'int8', lease_until: 'int8' })}
      ) UPDATE payments p SET lease_until = g.lease_until FROM given g
        WHERE ${byIndex('p.id', 'g.id')} AND p.epoch = g.epoch AND ${unfinished} RETURNING g.position`,
    values: ({ id, epoch, leaseUntil }) => ({ id, epoch: BigInt(epoch), lease_until: BigInt(leaseUntil) }),
    result: (rows) => rows.length === 1,
    orderKey: ({ id }) => id,
    brief: true,
    set: true,
  },
}
