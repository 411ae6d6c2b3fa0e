import type { Query } from '../../store/store.ts'
import type { Payment } from './payment.ts'
import { paymentColumns } from './payment-columns.ts'
import { paymentFromRow } from './payment-row.ts'
import { isSettledAtRest } from './payment-states.ts'

const ofAuthorizations = `${isSettledAtRest} AND nonce IS NOT NULL`

/** Settled and not yet final, oldest first: authorizations, or transfers. */
export const notFinal: Query<{ readonly network: string; readonly transfers?: boolean; readonly limit: number }, Payment[]> = {
  name: 'unfinal',
  sqlite: (transaction, { network, transfers = false, limit }) =>
    transaction
      .all(
        `SELECT ${paymentColumns} FROM payments INDEXED BY ${transfers ? 'payments_unfinal_transfers' : 'payments_unfinal'}
         WHERE network = ? AND final = 0 AND settled_at IS NOT NULL AND ${transfers ? `state = 'settled' AND nonce IS NULL` : ofAuthorizations} ORDER BY settled_at LIMIT ?`,
        network,
        BigInt(limit),
      )
      .map(paymentFromRow),
  postgres: {
    // Two queries of which only one gives rows, so that each uses its index.
    text: `(SELECT ${paymentColumns} FROM payments WHERE :transfers::int8 = 0
          AND network = :network AND final = 0 AND settled_at IS NOT NULL AND ${ofAuthorizations} ORDER BY settled_at LIMIT :limit)
      UNION ALL (SELECT ${paymentColumns} FROM payments WHERE :transfers::int8 = 1
          AND network = :network AND final = 0 AND settled_at IS NOT NULL AND state = 'settled' AND nonce IS NULL ORDER BY settled_at LIMIT :limit)
      ORDER BY settled_at`,
    values: ({ network, transfers = false, limit }) => ({ network, transfers: transfers ? 1n : 0n, limit: BigInt(limit) }),
    result: (rows) => rows.map(paymentFromRow),
  },
}
