/** What may be answered before it is settled. Amounts in base units. */
export interface EarlyLimits {
  /** UTC. */
  readonly day: string
  /** Open early answers of a payer; never more than what the payer has settled so far. */
  readonly perPayer: bigint
  /** Open early answers of a client address, and what was lost by it on that day. */
  readonly perClient: bigint
  /** The same for all together. */
  readonly perDay: bigint
  /** How many payments of the payer may be unsettled at once, as for its claims. One is left free, so that its next call need not wait. */
  readonly unsettled: { readonly base: number; readonly max: number }
}

/** Why an answer waits for its settlement. `history`: the payer has settled less than its open early answers and this one. */
export type EarlyObjection = 'owing' | 'barred' | 'unsettled' | 'history' | 'payer' | 'client' | 'day'

/** What is known when an answer may be sent early. Amounts in base units. */
export interface EarlyFacts {
  readonly amount: bigint
  readonly owes: boolean
  readonly barred: boolean
  /** Unsettled payments of the payer, with this one. */
  readonly unsettled: number
  readonly settled: number
  readonly settledAmount: bigint
  readonly openOfPayer: bigint
  /** Open, and lost on that day. */
  readonly usedByClient: bigint
  readonly usedByAll: bigint
}

/** Null where the answer may be sent early. `earlyObjectionSql` says the same. */
export function earlyObjection(facts: EarlyFacts, limits: EarlyLimits): EarlyObjection | null {
  const { amount } = facts
  if (facts.owes) return 'owing'
  if (facts.barred) return 'barred'
  if (facts.unsettled >= Math.min(limits.unsettled.max, limits.unsettled.base + facts.settled)) return 'unsettled'
  if (facts.openOfPayer + amount > facts.settledAmount) return 'history'
  if (facts.openOfPayer + amount > limits.perPayer) return 'payer'
  if (facts.usedByClient + amount > limits.perClient) return 'client'
  if (facts.usedByAll + amount > limits.perDay) return 'day'
  return null
}

/** PostgreSQL: the same, from columns of these names. */
export const earlyObjectionSql = `CASE
  WHEN owes THEN 'owing'
  WHEN barred THEN 'barred'
  WHEN unsettled >= least(:unsettled_max::int8, :unsettled_base::int8 + settled) THEN 'unsettled'
  WHEN open_of_payer + amount > settled_amount THEN 'history'
  WHEN open_of_payer + amount > :per_payer::int8 THEN 'payer'
  WHEN used_by_client + amount > :per_client::int8 THEN 'client'
  WHEN used_by_all + amount > :per_day::int8 THEN 'day' END`
