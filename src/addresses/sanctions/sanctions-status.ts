import type { SanctionsObservations } from '../account/account-observations.ts'
import { isTrue } from '../observed.ts'

export type SanctionsStatus = 'clean' | 'listed' | 'unknown'

/** `listed` if any check says so; `clean` only if every one of them answered. */
export function sanctionsStatusOf({ lists, blacklist, oracle }: SanctionsObservations): SanctionsStatus {
  const checks = [lists, ...Object.values(blacklist), ...Object.values(oracle)]
  if (checks.some(isTrue)) return 'listed'
  const askedOnchain = Object.keys(blacklist).length > 0
  return askedOnchain && checks.every(({ state }) => state === 'observed') ? 'clean' : 'unknown'
}
