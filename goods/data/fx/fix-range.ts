import type { SourceStamp } from '../../../src/goods/kit/http.ts'
import { feedCandidate, firstAnswer, nullIfUpstream } from '../../../src/goods/kit/several-sources.ts'
import { daysBetween, frankfurtDay, shiftDay } from '../../../src/goods/kit/time.ts'
import { fixedAt } from './ecb.ts'
import type { PairFix, ReferenceRates } from '../../../src/goods/kit/ports.ts'
import type { DataSources } from '../data-sources.ts'
import { pairOf, recentDays } from './reference-fix.ts'

/** The longest range of a call, in days. */
export const maxRangeDays = 366

export interface FoundRange {
  /** The oldest first; at least one. */
  readonly fixes: readonly PairFix[]
  readonly stamps: readonly SourceStamp[]
  readonly fallback: boolean
}

interface RangeAsked {
  readonly base: string
  readonly quote: string
  /** YYYY-MM-DD, both included. */
  readonly from: string
  readonly to: string
  readonly now: number
  readonly signal: AbortSignal
}

/**
 * Every fix of both currencies between two days: from the ECB's file of 90 days where that covers them, else from its data portal,
 * month by month.
 * @returns Null when there is none.
 * @throws UpstreamError when neither answers.
 */
export async function findFixes(sources: Pick<DataSources, 'ecb' | 'ecbData'>, asked: RangeAsked): Promise<FoundRange | null> {
  const { base, quote, from, to, now, signal } = asked
  const { ecb, ecbData } = sources
  const isRecent = daysBetween(from, frankfurtDay(now)) <= recentDays
  const short = isRecent
    ? await firstAnswer<readonly ReferenceRates[]>([feedCandidate(ecb.source, ecb.recent, '', (days) => days)], signal).catch(
        nullIfUpstream,
      )
    : null
  const parts = short
    ? [short]
    : await Promise.all(
        monthsBetween(from, to).map((month) =>
          firstAnswer<readonly ReferenceRates[]>([feedCandidate(ecbData.source, ecbData.fixes, month, ({ days }) => days)], signal),
        ),
      )
  const found = parts.flatMap((part) => part ?? [])
  // A month repeats the last days of the one before.
  const days = new Map(found.flatMap(({ value }) => value.map((one) => [one.date, one] as const)))
  const fixes = [...days.values()]
    .filter(({ date }) => date >= from && date <= to)
    .toSorted((one, other) => (one.date < other.date ? -1 : 1))
    .flatMap((one) => pairOf(one, base, quote) ?? [])
  const [last] = fixes.slice(-1)
  if (!last) return null
  const [newest] = found.toSorted((one, other) => (one.source.asOf < other.source.asOf ? 1 : -1))
  const stamps = newest ? [{ ...newest.source, asOf: new Date(fixedAt(last.date)).toISOString() }] : []
  return { fixes, stamps, fallback: isRecent && !short && ecb.source.enabled }
}

/** `2026-09`, `2026-10` for a range from one to the other. */
function monthsBetween(from: string, to: string): string[] {
  const months: string[] = []
  for (let day = `${from.slice(0, 7)}-01`; day <= to; day = `${shiftDay(day, 31).slice(0, 7)}-01`) months.push(day.slice(0, 7))
  return months
}
