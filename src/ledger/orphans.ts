import type { Query } from '../store/store.ts'
import type { Payment } from './payment.ts'
import { paymentColumns, paymentOf, unfinished } from './payment-row.ts'

export interface OrphansInput {
  readonly now: number
  readonly instance: string
  readonly allInstances: boolean
  /** Where the caller can settle: what was served on other networks is left out. All where it is absent. */
  readonly networks?: readonly string[]
  readonly limit: number
}

/** Unfinished payments that belong to nobody, longest abandoned first. */
export const orphans: Query<OrphansInput, Payment[]> = {
  name: 'orphans',
  sqlite(transaction, { now, instance, allInstances, networks, limit }) {
    const settled = networks === undefined ? null : JSON.stringify(networks)
    const wanted = `${unfinished} AND (state = 'claimed' OR ? IS NULL OR network IN (SELECT value FROM json_each(?)))`
    const rows = allInstances
      ? transaction.all(
          `SELECT ${paymentColumns} FROM payments WHERE ${wanted} AND (lease_until <= ? OR instance <> ?) ORDER BY lease_until LIMIT ?`,
          settled,
          settled,
          BigInt(now),
          instance,
          BigInt(limit),
        )
      : transaction.all(
          `SELECT ${paymentColumns} FROM payments WHERE ${wanted} AND lease_until <= ? ORDER BY lease_until LIMIT ?`,
          settled,
          settled,
          BigInt(now),
          BigInt(limit),
        )
    return rows.map(paymentOf)
  },
  postgres: {
    text: `SELECT ${paymentColumns} FROM payments WHERE ${unfinished}
        AND (state = 'claimed' OR :networks::text[] IS NULL OR network = ANY (:networks::text[]))
        AND (lease_until <= :now OR (:others::int8 = 1 AND instance <> :instance)) ORDER BY lease_until LIMIT :limit`,
    values: ({ now, instance, allInstances, networks, limit }) => ({
      networks: networks ?? null,
      now: BigInt(now),
      others: allInstances ? 1n : 0n,
      instance,
      limit: BigInt(limit),
    }),
    result: (rows) => rows.map(paymentOf),
  },
}
