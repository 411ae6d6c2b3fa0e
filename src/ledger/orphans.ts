import type { Query } from '../store/store.ts'
import type { Payment } from './payment.ts'
import { paymentColumns, paymentOf, unfinished } from './payment-row.ts'

export interface OrphansInput {
  readonly now: number
  readonly instance: string
  readonly allInstances: boolean
  readonly limit: number
}

/** Unfinished payments that belong to nobody, longest abandoned first. */
export const orphans: Query<OrphansInput, Payment[]> = {
  name: 'orphans',
  sqlite: (transaction, { now, instance, allInstances, limit }) =>
    (allInstances
      ? transaction.all(
          `SELECT ${paymentColumns} FROM payments WHERE ${unfinished} AND (lease_until <= ? OR instance <> ?) ORDER BY lease_until LIMIT ?`,
          BigInt(now),
          instance,
          BigInt(limit),
        )
      : transaction.all(
          `SELECT ${paymentColumns} FROM payments WHERE ${unfinished} AND lease_until <= ? ORDER BY lease_until LIMIT ?`,
          BigInt(now),
          BigInt(limit),
        )
    ).map(paymentOf),
}
