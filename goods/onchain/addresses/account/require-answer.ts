import { Problem } from '../../../../src/goods/door.ts'
import type { AccountObservations } from './account-observations.ts'

/** @throws Problem `upstream_unavailable` when no network answered */
export function requireAnswer({ transactions }: Pick<AccountObservations, 'transactions'>): void {
  if (Object.values(transactions).every(({ state }) => state === 'unknown')) {
    throw new Problem('upstream_unavailable', 'No network answers for this address at present.', { retryAfter: 5 })
  }
}
