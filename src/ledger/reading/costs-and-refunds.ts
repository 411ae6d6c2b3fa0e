import type { Query } from '../../store/store.ts'
import { noSigner } from '../payments/income.ts'
import { readingQuery } from './reading-query.ts'
import type { SalesDimension } from './sales-figures.ts'

/** UTC days, both included. */
export interface Days {
  readonly firstDay: string
  readonly lastDay: string
}

export interface GasOfDay {
  readonly day: string
  readonly network: string
  /** Gas paid by our signers, in gwei of the network's coin. */
  readonly gwei: bigint
}

export const gasOfDays: Query<Days, GasOfDay[]> = readingQuery({
  name: 'gas_of_days',
  text: `SELECT day, network, sum(gwei)::int8 AS gwei FROM gas_spent WHERE day >= :first_day AND day <= :last_day
      AND signer <> '${noSigner}' GROUP BY day, network ORDER BY day, network`,
  values: daysValues,
  result: (rows) => rows.map((row) => ({ day: row['day'] as string, network: row['network'] as string, gwei: row['gwei'] as bigint })),
})

export interface RefundsOfDay {
  /** Of the payments that were given back; the day is the one on which that was asked for. */
  readonly by: Readonly<Record<SalesDimension, string>>
  readonly payments: bigint
  /** What the payers had paid, and what went back to them; the rest paid for sending it. Base units. */
  readonly amount: bigint
  readonly net: bigint
}

/** Refunds that are final on their chain. */
export const refundsOfDays: Query<Days, RefundsOfDay[]> = readingQuery({
  name: 'refunds_of_days',
  text: `SELECT r.day, r.network, r.payer, p.offer_id, p.protocol, count(*) AS payments, sum(r.amount)::int8 AS amount, sum(r.net)::int8 AS net
    FROM refunds r JOIN (SELECT id, offer_id, protocol FROM payments UNION ALL SELECT id, offer_id, protocol FROM payments_archive) AS p
      ON p.id = r.payment_id
    WHERE r.day >= :first_day AND r.day <= :last_day AND r.outcome = 'confirmed'
    GROUP BY r.day, r.network, r.payer, p.offer_id, p.protocol ORDER BY r.day, r.network, r.payer, p.offer_id, p.protocol`,
  values: daysValues,
  result: (rows) =>
    rows.map((row) => ({
      by: {
        day: row['day'] as string,
        offer: row['offer_id'] as string,
        network: row['network'] as string,
        protocol: row['protocol'] as string,
        payer: row['payer'] as string,
      },
      payments: row['payments'] as bigint,
      amount: row['amount'] as bigint,
      net: row['net'] as bigint,
    })),
})

export interface ModelSpendingOfDay {
  readonly day: string
  /** 10^12 are a dollar. */
  readonly picodollars: bigint
}

/** What answers of language models cost us. */
export const modelSpendingOfDays: Query<Days, ModelSpendingOfDay[]> = readingQuery({
  name: 'model_spending_of_days',
  text: 'SELECT day, picodollars FROM llm_spending WHERE day >= :first_day AND day <= :last_day ORDER BY day',
  values: daysValues,
  result: (rows) => rows.map((row) => ({ day: row['day'] as string, picodollars: row['picodollars'] as bigint })),
})

function daysValues({ firstDay, lastDay }: Days) {
  return { first_day: firstDay, last_day: lastDay }
}
