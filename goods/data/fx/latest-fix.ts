import { feedCandidate, firstAnswer, type FirstAnswer } from '../../../src/goods/kit/several-sources.ts'
import type { Ecb } from './ecb.ts'
import type { ReferenceRates } from '../../../src/goods/kit/ports.ts'
import { latestKey } from './relayed-rates.ts'
import type { Frankfurter } from './frankfurter.ts'
import type { Vatcomply } from './vatcomply.ts'

/** The ECB, and sources that relay its rates. */
export interface FixSources {
  readonly ecb: Ecb
  readonly frankfurter: Frankfurter
  readonly vatcomply: Vatcomply
}

/** Longest wait for each, so that a call can still ask the others. */
const patienceMs = 1_200

/**
 * The ECB's latest reference rates, from the ECB or from a source that relays them; null when none has any.
 * @throws UpstreamError when no source can answer.
 */
export function latestFix({ ecb, frankfurter, vatcomply }: FixSources, signal?: AbortSignal): Promise<FirstAnswer<ReferenceRates> | null> {
  return firstAnswer<ReferenceRates>(
    [
      feedCandidate(ecb.source, ecb.daily, '', (rates) => rates),
      feedCandidate(frankfurter.source, frankfurter.rates, latestKey, (rates) => rates),
      feedCandidate(vatcomply.source, vatcomply.rates, latestKey, (rates) => rates),
    ],
    signal,
    patienceMs,
  )
}

/** For availability. */
export const latestFixSources = { ecb: ['daily'], frankfurter: ['rates'], vatcomply: ['rates'] } as const
