import type { Query } from '../store/store.ts'
import { instancesGone } from './instances-gone.ts'
import type { Payment } from './payment.ts'
import { paymentColumns, paymentOf, unfinished } from './payment-row.ts'

export interface OrphansInput {
  readonly now: number
  readonly instance: string
  readonly allInstances: boolean
  /** Where the caller can settle: what was served on other networks is left out. All where it is absent. */
  readonly networks?: readonly string[]
  readonly limit: number
  /** Instances whose own lease ended at or before this are gone. 0, the default: only those that gave it back. */
  readonly goneBy?: number
}

/** Unfinished payments that belong to nobody, by the moment to which they were leased. */
export const orphans: Query<OrphansInput, Payment[]> = {
  name: 'orphans',
  sqlite(transaction, { now, instance, allInstances, networks, limit, goneBy = 0 }) {
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
          `SELECT ${paymentColumns} FROM payments WHERE ${wanted} AND (lease_until <= ? OR (instance <> ? AND instance IN (${instancesGone('?')})))
           ORDER BY lease_until LIMIT ?`,
          settled,
          settled,
          BigInt(now),
          instance,
          BigInt(goneBy),
          BigInt(limit),
        )
    return rows.map(paymentOf)
  },
  postgres: {
    // Two questions, so that what is leased to somebody is read through only while there is an instance that is gone.
    text: `WITH gone AS (
        SELECT array(${instancesGone(':gone_by')}) AS instances
      ), found AS (
        SELECT * FROM payments WHERE ${unfinished} AND lease_until <= :now
        UNION ALL
        SELECT p.* FROM gone, payments p WHERE p.${unfinished} AND p.lease_until > :now
          AND (cardinality(gone.instances) > 0 OR :others::int8 = 1)
          AND p.instance <> :instance AND (p.instance = ANY (gone.instances) OR :others::int8 = 1)
      ) SELECT ${paymentColumns} FROM found WHERE state = 'claimed' OR :networks::text[] IS NULL OR network = ANY (:networks::text[])
        ORDER BY lease_until LIMIT :limit`,
    values: ({ now, instance, allInstances, networks, limit, goneBy = 0 }) => ({
      networks: networks ?? null,
      now: BigInt(now),
      others: allInstances ? 1n : 0n,
      instance,
      limit: BigInt(limit),
      gone_by: BigInt(goneBy),
    }),
    result: (rows) => rows.map(paymentOf),
  },
}
