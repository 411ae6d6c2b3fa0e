import type { Chains } from '../../../src/chain/chain.ts'
import { createSettlementCosts, type SettlementCosts } from '../../../src/settler/settlement-cost.ts'
import type { SpendingLimits } from '../../../src/settler/spending/spending-limits.ts'
import type { Clock } from '../../../src/shared/clock.ts'
import { usd } from '../../../src/shared/money.ts'
import type { SeededRandom } from '../world/seeded-random.ts'

/** What the operator of this run lets settlements cost, in USDC base units, and what a gas coin costs. */
export interface Spending {
  readonly coinPrice: bigint
  readonly shareBasisPoints: bigint
  allowancePerDay: bigint
  contractAllowancePerDay: bigint
}

/** Half of the runs have limits; in some of those the allowance pays for a few failed settlements only. */
export function chooseSpending(random: SeededRandom): Spending | null {
  if (random.chance(0.5)) return null
  const allowance = random.pick(['0.01', '0.03', '0.1', '0.5', '5'] as const)
  return {
    coinPrice: usd(random.pick(['10', '30', '30'] as const)),
    shareBasisPoints: 5_000n,
    allowancePerDay: usd(allowance),
    contractAllowancePerDay: usd(allowance) / random.pick([1n, 5n]),
  }
}

/** Gives the service so much that its limits do not matter any more, as a new day does. */
export function grantFreshAllowance(spending: Spending): void {
  spending.allowancePerDay += usd('1000')
  spending.contractAllowancePerDay += usd('1000')
}

/** The limits of one process, which change with those of the run, and the costs that it reads from the chains. */
export function openSpending(
  spending: Spending,
  { chains, clock }: { chains: Chains; clock: Clock },
): SpendingLimits & { costs: SettlementCosts } {
  const { coinPrice, shareBasisPoints } = spending
  const costs = createSettlementCosts({
    chains,
    clock,
    coinPrice: async () => coinPrice,
    priceCeilings: new Map(),
    maxShareBasisPoints: shareBasisPoints,
  })
  return {
    costs,
    shareBasisPoints,
    get allowancePerDay() {
      return spending.allowancePerDay
    },
    get contractAllowancePerDay() {
      return spending.contractAllowancePerDay
    },
  }
}
