import type { SanctionsObservations } from '../account/account-observations.ts'
import { isTrue, type Observed } from '../observed.ts'

export type SanctionsStatus = 'clean' | 'listed' | 'unknown'

/** By all checks together: `listed` if any says so; `clean` only if every one of them answered. */
export function sanctionsStatusOf(seen: SanctionsObservations): SanctionsStatus {
  const [lists, blacklist] = [listStatusOf(seen), blacklistStatusOf(seen)]
  if (lists === 'listed' || blacklist === 'listed') return 'listed'
  return lists === 'clean' && blacklist === 'clean' ? 'clean' : 'unknown'
}

/** By the sanctions lists, and the oracles that repeat one of them on chain. */
export function listStatusOf({ lists, oracle }: Pick<SanctionsObservations, 'lists' | 'oracle'>): SanctionsStatus {
  return statusOf([lists, ...Object.values(oracle)])
}

/** By the issuer of USDC, who may freeze what an address holds. */
export function blacklistStatusOf({ blacklist }: Pick<SanctionsObservations, 'blacklist'>): SanctionsStatus {
  return statusOf(Object.values(blacklist))
}

function statusOf(checks: readonly Observed<boolean>[]): SanctionsStatus {
  if (checks.some(isTrue)) return 'listed'
  return checks.length > 0 && checks.every(({ state }) => state === 'observed') ? 'clean' : 'unknown'
}
