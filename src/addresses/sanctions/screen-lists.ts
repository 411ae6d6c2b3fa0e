import type { Hex } from '../../shared/bytes.ts'
import type { Clock } from '../../shared/clock.ts'
import type { Sources } from '../../sources/sources.ts'
import { OutOfTime } from '../deadline.ts'
import type { Observed } from '../observed.ts'

/** Whether an address stands on a sanctions list. Unknown unless every list is fresh. `signal` aborts with `OutOfTime`. */
export async function screenLists(
  address: Hex,
  { sanctions, clock, signal }: { readonly sanctions: Sources['sanctions']; readonly clock: Clock; readonly signal: AbortSignal },
): Promise<Observed<boolean>> {
  if (sanctions.standing() !== 'available') return { state: 'unknown', reason: 'lists_not_fresh' }
  try {
    const { verdict, lists } = await sanctions.screen(address, { signal })
    if (verdict === 'inconclusive' || verdict === 'review') return { state: 'unknown', reason: 'lists_not_fresh' }
    const observedAt = Math.min(...lists.map(({ checkedAt }) => checkedAt ?? clock.now()))
    return { state: 'observed', value: verdict === 'match', source: 'sanctions-lists', observedAt }
  } catch (error) {
    if (error instanceof OutOfTime) return { state: 'unknown', reason: 'lists_not_loaded' }
    throw error
  }
}
