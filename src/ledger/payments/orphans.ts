import type { Query } from '../../store/store.ts'
import { endedInstances } from '../leases/ended-instances.ts'
import type { Payment } from './payment.ts'
import { paymentColumns } from './payment-columns.ts'
import { paymentFromRow, unfinished } from './payment-row.ts'

export interface OrphansInput {
  readonly now: number
  readonly instance: string
  readonly allInstances: boolean
  /** The networks on which the caller can settle: payments that were served on others are left out. Without it, all networks. */
  readonly networks?: readonly string[]
  readonly limit: number
  /** Instances whose own lease ended at or before this have ended. 0, the default: only those that released it. */
  readonly endedBy?: number
}

/** Unfinished payments without an owner, by the time when their lease ends. */
export const orphans: Query<OrphansInput, Payment[]> = {
  name: 'orphans',
  sqlite(transaction, { now, instance, allInstances, networks, limit, endedBy = 0 }) {
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
          `SELECT ${paymentColumns} FROM payments WHERE ${wanted} AND (lease_until <= ? OR (instance <> ? AND instance IN (${endedInstances('?')})))
           ORDER BY lease_until LIMIT ?`,
          settled,
          settled,
          BigInt(now),
          instance,
          BigInt(endedBy),
          BigInt(limit),
        )
    return rows.map(paymentFromRow)
  },
  postgres: {
    // Two queries, so that leased payments are read only while there is an instance that has ended.
    text: `WITH ended AS (
        SELECT array(${endedInstances(':ended_by')}) AS instances
      ), found AS (
        SELECT * FROM payments WHERE ${unfinished} AND lease_until <= :now
        UNION ALL
        SELECT p.* FROM ended, payments p WHERE p.${unfinished} AND p.lease_until > :now
          AND (cardinality(ended.instances) > 0 OR :others::int8 = 1)
          AND p.instance <> :instance AND (p.instance = ANY (ended.instances) OR :others::int8 = 1)
      ) SELECT ${paymentColumns} FROM found WHERE state = 'claimed' OR :networks::text[] IS NULL OR network = ANY (:networks::text[])
        ORDER BY lease_until LIMIT :limit`,
    values: ({ now, instance, allInstances, networks, limit, endedBy = 0 }) => ({
      networks: networks ?? null,
      now: BigInt(now),
      others: allInstances ? 1n : 0n,
      instance,
      limit: BigInt(limit),
      ended_by: BigInt(endedBy),
    }),
    result: (rows) => rows.map(paymentFromRow),
  },
}
