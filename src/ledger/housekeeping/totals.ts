import type { Query, Row } from '../../store/store.ts'
import type { Totals } from '../ledger.ts'
import type { PaymentState } from '../payments/payment.ts'

/** Count and sum of all payments but our own (refunds), the archived ones included, by network, state and whether it is a theft loss. */
export const totals: Query<undefined, Totals[]> = {
  name: 'totals',
  sqlite: (transaction) =>
    transaction
      .all(
        `SELECT network, state, theft, sum(payments) AS payments, sum(amount) AS amount FROM (
           SELECT network, state, theft, count(*) AS payments, sum(amount) AS amount FROM payments WHERE timing <> 'refund' GROUP BY network, state, theft
           UNION ALL SELECT network, state, theft, payments, amount FROM archived_totals
         ) GROUP BY network, state, theft ORDER BY network, state, theft`,
      )
      .map(totalOf),
  postgres: {
    text: `SELECT network, state, theft, sum(payments)::int8 AS payments, sum(amount)::int8 AS amount FROM (
        SELECT network, state, theft, count(*) AS payments, sum(amount) AS amount FROM payments WHERE timing <> 'refund' GROUP BY network, state, theft
        UNION ALL SELECT network, state, theft, payments, amount FROM archived_totals
      ) AS parts GROUP BY network, state, theft ORDER BY network, state, theft`,
    values: () => ({}),
    result: (rows) => rows.map(totalOf),
  },
}

function totalOf(row: Row): Totals {
  return {
    network: row['network'] as string,
    state: row['state'] as PaymentState,
    theft: row['theft'] === 1n,
    payments: row['payments'] as bigint,
    amount: row['amount'] as bigint,
  }
}
