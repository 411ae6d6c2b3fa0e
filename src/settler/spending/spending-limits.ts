import type { SettlementCosts } from '../settlement-cost.ts'

/** What the operator lets settlements cost. Amounts in USDC base units. */
export interface SpendingLimits {
  readonly costs: Pick<SettlementCosts, 'figures' | 'observe'>
  /** Gas may cost this share of what settlements bring, in basis points. */
  readonly shareBasisPoints: bigint
  /** And so much more per network and UTC day, for what fails. */
  readonly allowancePerDay: bigint
  /** The part of that which contract payers may use that have settled nothing before. */
  readonly contractAllowancePerDay: bigint
}
