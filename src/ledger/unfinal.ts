import type { Query } from '../store/store.ts'
import type { Payment } from './payment.ts'
import { paymentColumns, paymentOf } from './payment-row.ts'

/** Settled and not yet final, oldest first. */
export const unfinal: Query<{ readonly network: string; readonly limit: number }, Payment[]> = {
  name: 'unfinal',
  sqlite: (transaction, { network, limit }) =>
    transaction
      .all(
        `SELECT ${paymentColumns} FROM payments WHERE network = ? AND state = 'settled' AND final = 0 ORDER BY settled_at LIMIT ?`,
        network,
        BigInt(limit),
      )
      .map(paymentOf),
}
