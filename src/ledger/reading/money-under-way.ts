import type { Query } from '../../store/store.ts'
import { unfinished } from '../payments/payment-row.ts'
import type { PaymentState } from '../payments/payment.ts'
import { readingQuery } from './reading-query.ts'

/** Payments that have not ended, by network, state and age. */
export interface UnderWay {
  readonly network: string
  readonly state: PaymentState
  /** How many of the ages that were asked for they have reached. */
  readonly age: number
  readonly payments: number
  /** Base units. */
  readonly amount: bigint
  /** When the oldest was called for, in milliseconds. */
  readonly oldest: number
}

export interface UnderWayInput {
  readonly now: number
  /** Three ages in milliseconds, the least first. */
  readonly ages: readonly [number, number, number]
}

/** What is not settled yet and has not ended in another way. Our own refunds are left out. */
export const moneyUnderWay: Query<UnderWayInput, UnderWay[]> = readingQuery({
  name: 'money_under_way',
  text: `SELECT network, state, age, count(*) AS payments, sum(amount)::int8 AS amount, min(claimed_at) AS oldest FROM (
      SELECT network, state, amount, claimed_at, CASE WHEN claimed_at > :first THEN 0 WHEN claimed_at > :second THEN 1
        WHEN claimed_at > :third THEN 2 ELSE 3 END AS age FROM payments WHERE ${unfinished} AND timing <> 'refund') AS open
    GROUP BY network, state, age ORDER BY network, state, age`,
  values: ({ now, ages: [first, second, third] }) => ({
    first: BigInt(now - first),
    second: BigInt(now - second),
    third: BigInt(now - third),
  }),
  result: (rows) =>
    rows.map((row) => ({
      network: row['network'] as string,
      state: row['state'] as PaymentState,
      age: Number(row['age']),
      payments: Number(row['payments']),
      amount: row['amount'] as bigint,
      oldest: Number(row['oldest']),
    })),
})
