import type { Query, Row } from '../../../store/store.ts'
import { openEarly, owing } from '../payment-row.ts'

/** What early answers put at risk, all payers together. Amounts in base units. */
export interface EarlyExposure {
  /** Answered early and not settled yet. */
  readonly open: bigint
  /** Lost on that day. What was paid later is part of it. */
  readonly lost: bigint
  /** Owed now, whatever the day. */
  readonly owedPayments: number
  readonly owedAmount: bigint
}

export const earlyExposure: Query<{ readonly day: string }, EarlyExposure> = {
  name: 'early_exposure',
  sqlite: (transaction, { day }) =>
    exposureOf(
      transaction.get(
        `SELECT (SELECT coalesce(sum(amount), 0) FROM payments WHERE ${openEarly}) AS open,
           coalesce((SELECT amount FROM early_losses WHERE day = ? AND subject = 'all'), 0) AS lost,
           (SELECT count(*) FROM payments WHERE ${owing}) AS owed_payments,
           (SELECT coalesce(sum(amount), 0) FROM payments WHERE ${owing}) AS owed_amount`,
        day,
      )!,
    ),
  postgres: {
    text: `SELECT (SELECT coalesce(sum(amount), 0)::int8 FROM payments WHERE ${openEarly}) AS open,
        coalesce((SELECT amount FROM early_losses WHERE day = :day AND subject = 'all'), 0) AS lost,
        (SELECT count(*) FROM payments WHERE ${owing}) AS owed_payments,
        (SELECT coalesce(sum(amount), 0)::int8 FROM payments WHERE ${owing}) AS owed_amount`,
    values: ({ day }) => ({ day }),
    result: (rows) => exposureOf(rows[0]!),
  },
}

function exposureOf(row: Row): EarlyExposure {
  return {
    open: row['open'] as bigint,
    lost: row['lost'] as bigint,
    owedPayments: Number(row['owed_payments']),
    owedAmount: row['owed_amount'] as bigint,
  }
}
