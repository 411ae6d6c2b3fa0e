import type { Hex } from '../../../../src/goods/kit/evm.ts'
import type { Clock } from '../../../../src/goods/kit/parts.ts'
import type { ScreeningPort } from '../../../../src/goods/kit/ports.ts'
import { OutOfTime } from '../deadline.ts'
import type { Observed } from '../observed.ts'

/** An entry of a sanctions list that names an address. */
export interface ListEntry {
  /** Id of the list. */
  readonly list: string
  /** The publisher's number of the entry. */
  readonly entry: string
  /** The day on which it was listed (YYYY-MM-DD), where the list says so. */
  readonly listedOn: string | null
  /** The version of the list that was read, as its publisher dates it. */
  readonly listVersion: string
}

/**
 * The entries of sanctions lists that name an address; empty for an address on no list. Unknown unless every list is fresh.
 * `signal` aborts with `OutOfTime`.
 */
export async function screenLists(
  address: Hex,
  { sanctions, clock, signal }: { readonly sanctions: ScreeningPort; readonly clock: Clock; readonly signal: AbortSignal },
): Promise<Observed<readonly ListEntry[]>> {
  if (sanctions.standing() !== 'available') return { state: 'unknown', reason: 'lists_not_fresh' }
  try {
    const { verdict, lists, matches } = await sanctions.screen(address.toLowerCase(), { signal })
    if (verdict === 'inconclusive' || verdict === 'review') return { state: 'unknown', reason: 'lists_not_fresh' }
    const observedAt = Math.min(...lists.map(({ checkedAt }) => checkedAt ?? clock.now()))
    const entries = matches
      .filter(({ strength }) => strength === 'match')
      .map(({ list, entry, listedOn, listVersion }) => ({ list, entry, listedOn, listVersion }))
    return { state: 'observed', value: entries, source: 'sanctions-lists', observedAt }
  } catch (error) {
    if (error instanceof OutOfTime) return { state: 'unknown', reason: 'lists_not_loaded' }
    throw error
  }
}
