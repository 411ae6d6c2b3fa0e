import { candidate, firstToAnswer } from '../../sources/in-order.ts'
import type { Candidate } from '../../sources/in-order.ts'
import { fixedAt } from '../../sources/ecb.ts'
import type { ReferenceRates } from '../../sources/ecb.ts'
import { daysBetween, frankfurtDay } from '../../sources/frankfurt-time.ts'
import { latestKey } from '../../sources/relayed-rates.ts'
import type { Sources } from '../../sources/sources.ts'
import type { SourceStamp } from '../../sources/source.ts'
import type { Supply } from '../../sources/availability.ts'

type RateSources = Pick<Sources, 'ecb' | 'ecbData' | 'frankfurter' | 'vatcomply'>

/** No two fixes are further apart; a currency without one for longer has ceased to be fixed. */
const longestGapDays = 10
/** The ECB's short file covers 90 days; those at its end need others before them. */
const recentDays = 90 - longestGapDays

/** A pair's figures for 1 EUR on the day of a fix. */
export interface PairFix {
  /** Business day of the fix, YYYY-MM-DD. */
  readonly date: string
  readonly basePerEur: string
  readonly quotePerEur: string
}

export interface FoundFix {
  /** Null when there was no fix of both currencies at that time. */
  readonly fix: PairFix | null
  readonly source: SourceStamp
  readonly fallback: boolean
}

/**
 * The last fix of both currencies on a day or before, or the latest of all: from the ECB, else from those who pass its
 * rates on.
 * @param date YYYY-MM-DD; null for the latest.
 * @returns Null when nobody has rates for that time.
 * @throws UpstreamError when nobody can answer.
 */
export async function findFix(
  sources: RateSources,
  asked: { base: string; quote: string; date: string | null; now: number; signal?: AbortSignal },
): Promise<FoundFix | null> {
  const found = await firstToAnswer(candidates(sources, asked.date, asked.now), asked.signal)
  if (!found) return null
  const fix = lastFix(found.value, asked.base, asked.quote, asked.date ?? frankfurtDay(asked.now))
  const source = fix ? { ...found.source, asOf: new Date(fixedAt(fix.date)).toISOString() } : found.source
  return { fix, source, fallback: found.fallback }
}

function candidates(
  { ecb, ecbData, frankfurter, vatcomply }: RateSources,
  date: string | null,
  now: number,
): Candidate<readonly ReferenceRates[]>[] {
  const today = frankfurtDay(now)
  const key = date ?? latestKey
  const one = (rates: ReferenceRates | null) => rates && [rates]
  const isRecent = date !== null && daysBetween(date, today) <= recentDays
  return [
    ...(date === null ? [candidate(ecb.source, ecb.daily, '', one)] : []),
    ...(isRecent ? [candidate(ecb.source, ecb.recent, '', (days) => days)] : []),
    candidate(ecbData.source, ecbData.fixes, (date ?? today).slice(0, 7), ({ days }) => days),
    candidate(frankfurter.source, frankfurter.rates, key, one),
    candidate(vatcomply.source, vatcomply.rates, key, one),
  ]
}

/** Of days with the newest first. */
function lastFix(days: readonly ReferenceRates[], base: string, quote: string, on: string): PairFix | null {
  for (const { date, perEur } of days) {
    const age = daysBetween(date, on)
    if (age < 0 || age > longestGapDays) continue
    const [basePerEur, quotePerEur] = [base, quote].map((code) => (code === 'EUR' ? '1' : perEur[code]))
    if (basePerEur !== undefined && quotePerEur !== undefined) return { date, basePerEur, quotePerEur }
  }
  return null
}

/** For availability. */
export function fixSupplies({ ecb, ecbData, frankfurter, vatcomply }: RateSources): Supply[] {
  return [
    { source: ecb.source, feeds: [ecb.daily, ecb.recent] },
    { source: ecbData.source, feeds: [ecbData.fixes] },
    { source: frankfurter.source, feeds: [frankfurter.rates] },
    { source: vatcomply.source, feeds: [vatcomply.rates] },
  ]
}
