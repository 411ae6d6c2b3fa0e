import type { Query } from '../../store/store.ts'
import { owed, owing } from '../payments/payment-row.ts'
import { readingQuery } from './reading-query.ts'

/** What the ledger holds against a wallet, or for it. Amounts in base units. */
export interface PayerStatus {
  readonly barred: { readonly until: number; readonly reason: string } | null
  /** The receipt of an answer that was sent early and never paid. */
  readonly owing: string | null
  /** Payments that were claimed and are not on chain yet. */
  readonly unsettled: { readonly payments: number; readonly amount: bigint }
  /** Uncharged runs of this wallet in the present UTC hour. */
  readonly unchargedRuns: number
  /** Archived payments: settled or refused, and settled. */
  readonly history: { readonly ended: number; readonly settled: number; readonly settledAmount: bigint }
  /** `used`: the first call free was given; `left`: it may still be used; `none`: it was never granted. */
  readonly freeCall: 'used' | 'left' | 'none'
  /** It has paid at least once. */
  readonly hasPaid: boolean
  /** It was answered twice for one transfer, so it must prove transfers from now on. */
  readonly boundOnly: boolean
  readonly credits: { readonly payments: number; readonly amount: bigint }
}

export const payerStatus: Query<{ readonly payer: string; readonly now: number; readonly hour: string }, PayerStatus> = readingQuery({
  name: 'payer_standing',
  text: `SELECT
      (SELECT until FROM barred WHERE payer = :payer AND until > :now) AS barred_until,
      (SELECT reason FROM barred WHERE payer = :payer AND until > :now) AS barred_reason,
      (SELECT id FROM payments WHERE payer = :payer AND ${owing} ORDER BY id LIMIT 1) AS owing,
      (SELECT count(*) FROM payments WHERE payer = :payer AND ${owed}) AS unsettled,
      (SELECT coalesce(sum(amount), 0)::int8 FROM payments WHERE payer = :payer AND ${owed}) AS unsettled_amount,
      (SELECT runs FROM uncharged_runs WHERE hour = :hour AND subject = 'payer:' || :payer::text) AS runs,
      (SELECT ended FROM payer_history WHERE payer = :payer) AS ended,
      (SELECT settled FROM payer_history WHERE payer = :payer) AS settled,
      (SELECT settled_amount FROM payer_history WHERE payer = :payer) AS settled_amount,
      (SELECT payment_id FROM free_grants WHERE payer = :payer) AS free_call,
      (SELECT count(*) FROM paying_wallets WHERE payer = :payer) AS has_paid,
      (SELECT count(*) FROM bound_only WHERE payer = :payer) AS bound_only,
      (SELECT count(*) FROM payments WHERE payer = :payer AND state IN ('credit', 'running', 'refunding')) AS credits,
      (SELECT coalesce(sum(amount), 0)::int8 FROM payments WHERE payer = :payer AND state IN ('credit', 'running', 'refunding')) AS credit_amount`,
  values: ({ payer, now, hour }) => ({ payer, now: BigInt(now), hour }),
  result: ([row]) => {
    const number = (name: string) => Number(row?.[name] ?? 0n)
    const free = row?.['free_call'] as string | null
    return {
      barred: row?.['barred_until'] ? { until: number('barred_until'), reason: row['barred_reason'] as string } : null,
      owing: (row?.['owing'] ?? null) as string | null,
      unsettled: { payments: number('unsettled'), amount: row?.['unsettled_amount'] as bigint },
      unchargedRuns: number('runs'),
      history: { ended: number('ended'), settled: number('settled'), settledAmount: (row?.['settled_amount'] ?? 0n) as bigint },
      freeCall: free === null ? 'none' : free === '' ? 'left' : 'used',
      hasPaid: number('has_paid') > 0,
      boundOnly: number('bound_only') > 0,
      credits: { payments: number('credits'), amount: row?.['credit_amount'] as bigint },
    }
  },
})
