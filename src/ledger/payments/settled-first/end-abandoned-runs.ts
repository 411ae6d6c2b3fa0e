import type { Unit } from '../../../store/store.ts'
import { endedInstances } from '../../leases/ended-instances.ts'
import type { OrphansInput } from '../orphans.ts'
import type { Payment } from '../payment.ts'
import { columnsOf, paymentColumns } from '../payment-columns.ts'
import { paymentFromRow } from '../payment-row.ts'

export type AbandonedRunsInput = Pick<OrphansInput, 'now' | 'instance' | 'allInstances' | 'limit' | 'endedBy'>

const toCredit = `state = 'credit', epoch = epoch + 1, reason = 'interrupted'`

/** running -> credit, for work that no process does any more: its lease has run out, or its instance has ended. As `orphans` finds payments. */
export const endAbandonedRuns: Unit<AbandonedRunsInput, Payment[]> = {
  name: 'end_abandoned_runs',
  sqlite: (transaction, { now, instance, allInstances, limit, endedBy = 0 }) =>
    transaction
      .all(
        `UPDATE payments SET ${toCredit} WHERE id IN (
           SELECT id FROM payments WHERE state = 'running'
             AND (lease_until <= ? OR (instance <> ? AND (? = 1 OR instance IN (${endedInstances('?')})))) ORDER BY lease_until LIMIT ?)
         RETURNING ${paymentColumns}`,
        BigInt(now),
        instance,
        allInstances ? 1n : 0n,
        BigInt(endedBy),
        BigInt(limit),
      )
      .map(paymentFromRow),
  postgres: {
    text: `WITH abandoned AS (
        SELECT id FROM payments WHERE state = 'running' AND timing = 'first'
          AND (lease_until <= :now OR (instance <> :instance AND (:others::int8 = 1 OR instance IN (${endedInstances(':ended_by::int8')}))))
        ORDER BY id LIMIT :limit FOR UPDATE
      ) UPDATE payments p SET state = 'credit', epoch = p.epoch + 1, reason = 'interrupted'
        FROM abandoned WHERE p.id = abandoned.id RETURNING ${columnsOf('p')}`,
    values: ({ now, instance, allInstances, limit, endedBy = 0 }) => ({
      now: BigInt(now),
      instance,
      others: allInstances ? 1n : 0n,
      ended_by: BigInt(endedBy),
      limit: BigInt(limit),
    }),
    result: (rows) => rows.map(paymentFromRow),
  },
}
