import type { Query } from '../store/store.ts'
import type { Payment } from './payment.ts'
import { paymentColumns, paymentOf } from './payment-row.ts'

export interface WatchedInput {
  readonly network: string
  readonly validAfterSeconds: bigint
  readonly limit: number
}

/** Refused payments whose authorization may still be collected by somebody, first to expire first. */
export const watched: Query<WatchedInput, Payment[]> = {
  name: 'watched',
  sqlite: (transaction, { network, validAfterSeconds, limit }) =>
    transaction
      .all(
        `SELECT ${paymentColumns} FROM payments WHERE network = ? AND state = 'refused' AND reason IS NOT NULL AND valid_before > ? ORDER BY valid_before LIMIT ?`,
        network,
        validAfterSeconds,
        BigInt(limit),
      )
      .map(paymentOf),
  postgres: {
    text: `SELECT ${paymentColumns} FROM payments WHERE network = :network AND state = 'refused' AND reason IS NOT NULL
        AND valid_before > :valid_after ORDER BY valid_before LIMIT :limit`,
    values: ({ network, validAfterSeconds, limit }) => ({ network, valid_after: validAfterSeconds, limit: BigInt(limit) }),
    result: (rows) => rows.map(paymentOf),
  },
}
