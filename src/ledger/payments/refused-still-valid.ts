import type { Query } from '../../store/store.ts'
import type { Payment } from './payment.ts'
import { paymentColumns } from './payment-columns.ts'
import { paymentFromRow } from './payment-row.ts'

export interface RefusedStillValidInput {
  readonly network: string
  readonly validAfterSeconds: bigint
  readonly limit: number
}

/** Refused and owed payments whose authorization somebody may still submit; those that expire first come first. */
export const refusedStillValid: Query<RefusedStillValidInput, Payment[]> = {
  name: 'watched',
  sqlite: (transaction, { network, validAfterSeconds, limit }) =>
    transaction
      .all(
        `SELECT ${paymentColumns} FROM payments WHERE network = ? AND state IN ('refused', 'owed') AND reason IS NOT NULL AND valid_before > ? ORDER BY valid_before LIMIT ?`,
        network,
        validAfterSeconds,
        BigInt(limit),
      )
      .map(paymentFromRow),
  postgres: {
    text: `SELECT ${paymentColumns} FROM payments WHERE network = :network AND state IN ('refused', 'owed') AND reason IS NOT NULL
        AND valid_before > :valid_after ORDER BY valid_before LIMIT :limit`,
    values: ({ network, validAfterSeconds, limit }) => ({ network, valid_after: validAfterSeconds, limit: BigInt(limit) }),
    result: (rows) => rows.map(paymentFromRow),
  },
}
