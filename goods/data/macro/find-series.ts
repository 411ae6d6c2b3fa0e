import { feedCandidate, firstAnswer, type FirstAnswer, type SourceCandidate } from '../../../src/goods/kit/several-sources.ts'
import { frankfurtDay } from '../../../src/goods/kit/time.ts'
import type { Series } from './series.ts'
import type { DataSources } from '../data-sources.ts'
import type { Frequency, SeriesRef } from './indicators.ts'

type SeriesSources = Pick<DataSources, 'ecbData' | 'eurostat' | 'worldBank' | 'fred'>

export interface FoundSeries {
  readonly ref: SeriesRef
  readonly series: Series
}

/**
 * The first of these series that exists and is still continued.
 * @returns Null when no source has one.
 * @throws UpstreamError when no source answers.
 */
export function findSeries(
  sources: SeriesSources,
  refs: readonly SeriesRef[],
  now: number,
  signal: AbortSignal,
): Promise<FirstAnswer<FoundSeries> | null> {
  return firstAnswer(
    refs.flatMap(withOlderArea).map((ref) => seriesOf(sources, ref, now)),
    signal,
  )
}

/** Eurostat starts the series of a grown euro area at different times, and some months late. */
function withOlderArea(ref: SeriesRef): SeriesRef[] {
  const key = ref.key.replace(/\bgeo=EA21\b/, 'geo=EA20')
  return key === ref.key ? [ref] : [ref, { ...ref, key, definition: `${ref.definition}; euro area of 20 members` }]
}

function seriesOf(sources: SeriesSources, ref: SeriesRef, now: number): SourceCandidate<FoundSeries> {
  const { ecbData, eurostat, worldBank, fred } = sources
  const adapter = { 'ecb-data': ecbData, eurostat, 'world-bank': worldBank, fred }[ref.source]
  return feedCandidate(adapter.source, adapter.series, ref.key, (series) =>
    series && !hasEnded(series, ref.frequency, now) ? { ref, series } : null,
  )
}

/** Months without a new figure after which a series counts as discontinued. Offices replace data sets without marking the old ones. */
const patience: Readonly<Partial<Record<Frequency, number>>> = { daily: 2, monthly: 8, quarterly: 14 }

function hasEnded({ observations }: Series, frequency: Frequency, now: number): boolean {
  const months = patience[frequency]
  const last = observations.at(-1)?.period
  if (months === undefined || last === undefined) return false
  return monthOf(frankfurtDay(now)) - monthOf(last) > months
}

/** Months since the year 0 of `2026-09-30`, `2026-09`, `2026-Q3` (its last) or `2026` (its last). */
function monthOf(period: string): number {
  const [, year = '0', quarter, month] = /^(\d{4})(?:-?Q(\d)|-(\d\d))?/.exec(period) ?? []
  return Number(year) * 12 + (quarter ? Number(quarter) * 3 : Number(month ?? 12))
}
