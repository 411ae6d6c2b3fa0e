import type { Supply } from './availability.ts'
import type { Ecb, ReferenceRates } from './ecb.ts'
import { candidate, firstToAnswer } from './in-order.ts'
import type { Answered } from './in-order.ts'
import { latestKey } from './relayed-rates.ts'
import type { Frankfurter } from './frankfurter.ts'
import type { Vatcomply } from './vatcomply.ts'

/** The ECB, and those who pass its rates on. */
export interface FixSources {
  readonly ecb: Ecb
  readonly frankfurter: Frankfurter
  readonly vatcomply: Vatcomply
}

/** How long each is waited for, so that others can still be asked within a call. */
const patienceMs = 1_200

/**
 * The ECB's latest reference rates, from itself or from those who pass them on; null when nobody has any.
 * @throws UpstreamError when nobody can answer.
 */
export function latestFix({ ecb, frankfurter, vatcomply }: FixSources, signal?: AbortSignal): Promise<Answered<ReferenceRates> | null> {
  return firstToAnswer<ReferenceRates>(
    [
      candidate(ecb.source, ecb.daily, '', (rates) => rates),
      candidate(frankfurter.source, frankfurter.rates, latestKey, (rates) => rates),
      candidate(vatcomply.source, vatcomply.rates, latestKey, (rates) => rates),
    ],
    signal,
    patienceMs,
  )
}

/** For availability. */
export function latestFixSupplies({ ecb, frankfurter, vatcomply }: FixSources): Supply[] {
  return [
    { source: ecb.source, feeds: [ecb.daily] },
    { source: frankfurter.source, feeds: [frankfurter.rates] },
    { source: vatcomply.source, feeds: [vatcomply.rates] },
  ]
}
