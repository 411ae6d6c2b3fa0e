import type { Query } from '../store/store.ts'
import type { Totals } from './ledger.ts'
import type { PaymentState } from './payment.ts'

/** Count and sum of all payments, the archived ones included, by network and state. */
export const totals: Query<undefined, Totals[]> = {
  name: 'totals',
  sqlite: (transaction) =>
    transaction
      .all(
        `SELECT network, state, sum(payments) AS payments, sum(amount) AS amount FROM (
           SELECT network, state, count(*) AS payments, sum(amount) AS amount FROM payments GROUP BY network, state
           UNION ALL SELECT network, state, payments, amount FROM archived_totals
         ) GROUP BY network, state ORDER BY network, state`,
      )
      .map((row) => ({
        network: row['network'] as string,
        state: row['state'] as PaymentState,
        payments: row['payments'] as bigint,
        amount: row['amount'] as bigint,
      })),
}
