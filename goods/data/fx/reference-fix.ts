import { feedCandidate, firstAnswer, type SourceCandidate } from '../../../src/goods/kit/several-sources.ts'
import { daysBetween, frankfurtDay } from '../../../src/goods/kit/time.ts'
import { fixedAt } from './ecb.ts'
import type { FoundFix, PairFix, ReferenceRates } from '../../../src/goods/kit/ports.ts'
import { latestKey } from './relayed-rates.ts'
import type { DataSources } from '../data-sources.ts'

type RateSources = Pick<DataSources, 'ecb' | 'ecbData' | 'frankfurter' | 'vatcomply'>

/** The longest time between two fixes. A currency without a fix for longer is no longer fixed. */
const maxGapDays = 10
/** The ECB's short file covers 90 days. The fix for its first days may lie before them. */
export const recentDays = 90 - maxGapDays

/**
 * The last fix of both currencies on or before a day, or the latest of all: from the ECB, or else from a relay of its rates.
 * @param date YYYY-MM-DD; null for the latest.
 * @returns Null when no source has rates for that time.
 * @throws UpstreamError when no source answers.
 */
export async function findFix(
  sources: RateSources,
  asked: { base: string; quote: string; date: string | null; now: number; signal?: AbortSignal },
): Promise<FoundFix | null> {
  const found = await firstAnswer(candidates(sources, asked.date, asked.now), asked.signal)
  if (!found) return null
  const fix = lastFix(found.value, asked.base, asked.quote, asked.date ?? frankfurtDay(asked.now))
  const source = fix ? { ...found.source, asOf: new Date(fixedAt(fix.date)).toISOString() } : found.source
  return { fix, source, fallback: found.fallback }
}

function candidates(
  { ecb, ecbData, frankfurter, vatcomply }: RateSources,
  date: string | null,
  now: number,
): SourceCandidate<readonly ReferenceRates[]>[] {
  const today = frankfurtDay(now)
  const key = date ?? latestKey
  const one = (rates: ReferenceRates | null) => rates && [rates]
  const isRecent = date !== null && daysBetween(date, today) <= recentDays
  return [
    ...(date === null ? [feedCandidate(ecb.source, ecb.daily, '', one)] : []),
    ...(isRecent ? [feedCandidate(ecb.source, ecb.recent, '', (days) => days)] : []),
    feedCandidate(ecbData.source, ecbData.fixes, (date ?? today).slice(0, 7), ({ days }) => days),
    feedCandidate(frankfurter.source, frankfurter.rates, key, one),
    feedCandidate(vatcomply.source, vatcomply.rates, key, one),
  ]
}

/** @param days The newest first. */
function lastFix(days: readonly ReferenceRates[], base: string, quote: string, on: string): PairFix | null {
  for (const { date, perEur } of days) {
    const age = daysBetween(date, on)
    if (age < 0 || age > maxGapDays) continue
    const fix = pairOf({ date, perEur }, base, quote)
    if (fix) return fix
  }
  return null
}

/** Null when one of the currencies was not fixed on that day. */
export function pairOf({ date, perEur }: ReferenceRates, base: string, quote: string): PairFix | null {
  const [basePerEur, quotePerEur] = [base, quote].map((code) => (code === 'EUR' ? '1' : perEur[code]))
  return basePerEur !== undefined && quotePerEur !== undefined ? { date, basePerEur, quotePerEur } : null
}
