import type { Query, Row } from '../../store/store.ts'
import { columnsOf } from '../payments/payment-columns.ts'
import type { Payment } from '../payments/payment.ts'
import { paymentFromRow } from '../payments/payment-row.ts'

/** A payment that holds, or held when it was archived, one of the keys that were asked for. */
export interface Holder {
  readonly identity: string
  readonly payment: Payment
}

function holderOf(row: Row): Holder {
  return { identity: row['identity'] as string, payment: paymentFromRow(row) }
}

/** Who holds these keys, hot and archived. A key that was released and used again may have several holders. */
export const holders: Query<readonly string[], Holder[]> = {
  name: 'holders',
  sqlite(transaction, identities) {
    const given = JSON.stringify(identities)
    const hot = transaction.all(
      `SELECT i.identity, ${columnsOf('p')} FROM json_each(?) AS given
       CROSS JOIN identities i ON i.identity = given.value CROSS JOIN payments p ON p.id = i.payment_id`,
      given,
    )
    const archived = transaction.all(
      `SELECT i.identity, ${columnsOf('a')} FROM json_each(?) AS given
       CROSS JOIN identities_archive i ON i.identity = given.value CROSS JOIN payments_archive a ON a.id = i.payment_id`,
      given,
    )
    return [...hot, ...archived].map(holderOf)
  },
  postgres: {
    text: `SELECT i.identity, ${columnsOf('p')} FROM unnest(:given::text[]) AS given (identity)
        JOIN identities i ON i.identity = given.identity JOIN payments p ON p.id = i.payment_id
      UNION ALL SELECT i.identity, ${columnsOf('a')} FROM unnest(:given::text[]) AS given (identity)
        JOIN identities_archive i ON i.identity = given.identity JOIN payments_archive a ON a.id = i.payment_id`,
    values: (given) => ({ given: [...given] }),
    result: (rows) => rows.map(holderOf),
  },
}
