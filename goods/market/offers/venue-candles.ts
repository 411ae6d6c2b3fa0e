import type { Sourced, SourceStamp } from '../../../src/goods/kit/http.ts'
import type { Clock } from '../../../src/goods/kit/parts.ts'
import type { CandleRange, CandleVenue } from '../coins/candle-feed.ts'
import type { Candle, CandlePage } from '../coins/candles.ts'
import { aggregateCandles } from './aggregate-candles.ts'

/** The candles of one market at one venue. */
export interface VenueCandles {
  readonly candles: readonly Candle[]
  /** Unix seconds: candles that end by then no longer change. */
  readonly settledAt: number
  /** The venue's name of the market, and the currency of its prices. */
  readonly market: string
  readonly quote: string
  /** Who traded. */
  readonly venue: string
  readonly source: SourceStamp
  /** Of a pool: the contracts by which its prices were converted. */
  readonly convertedBy: readonly string[]
  /** Of a pool: what was read of it, in unix seconds. */
  readonly coverage: { readonly from: number; readonly to: number; readonly finalUntil: number | null } | null
  /** Times without candles although there may have been trades, in unix seconds. */
  readonly gaps: readonly { readonly from: number; readonly to: number; readonly reason: string }[]
}

export interface CandlesWanted extends CandleRange {
  readonly ticker: string
  readonly quote: string
  readonly step: number
}

export interface Asking {
  readonly clock: Clock
  readonly signal: AbortSignal
}

/** Concurrent requests for pages: venues allow a few requests a second. */
const maxConcurrent = 3
/** Time for all requests to one venue together. */
const maxVenueMs = 4_000

/**
 * Candles of one venue, joined from the longest ones that it has. `unknown`: the venue does not have this market.
 * `out-of-reach`: it does not keep candles that old.
 * @throws UpstreamError
 */
export async function venueCandles(
  venue: CandleVenue,
  wanted: CandlesWanted,
  asking: Asking,
): Promise<VenueCandles | 'unknown' | 'out-of-reach'> {
  const plan = planFor(venue, wanted, asking.clock.now())
  if (!plan.keys) return 'out-of-reach'
  const pages = await allPages(venue, plan.keys, asking)
  return pages ? together(venue, pages, plan, wanted) : 'unknown'
}

/** The same from cached pages that are not too old, without a request; null if a page is missing. */
export function cachedCandles(venue: CandleVenue, wanted: CandlesWanted, clock: Clock): VenueCandles | null {
  const plan = planFor(venue, wanted, clock.now())
  const pages = (plan.keys ?? []).flatMap((key) => venue.cached(key) ?? [])
  const known = pages.flatMap(({ value, source }) => (value ? [{ value, source }] : []))
  return known.length > 0 && known.length === plan.keys?.length ? together(venue, known, plan, wanted) : null
}

interface Plan {
  readonly market: string
  readonly quote: string
  /** Length of the venue's candles. */
  readonly step: number
  /** Null where the venue does not keep candles that old. */
  readonly keys: readonly string[] | null
}

function planFor(venue: CandleVenue, { ticker, quote, step, from, to }: CandlesWanted, now: number): Plan {
  const market = venue.marketOf(ticker, quote)
  const native = venue.steps.findLast((one) => step % one === 0) ?? 60
  return {
    market: market.name,
    quote: market.quote,
    step: native,
    keys: venue.pagesFor({ market: market.name, step: native, from, to }, now),
  }
}

function together(
  venue: CandleVenue,
  pages: readonly Sourced<CandlePage>[],
  { market, quote, step }: Plan,
  wanted: CandlesWanted,
): VenueCandles {
  const candles = inRange(pages, wanted)
  const newest = pages.at(-1)
  return {
    candles: step === wanted.step ? candles : aggregateCandles(candles, wanted.step),
    settledAt: newest?.value.complete === false ? newest.value.settledAt : Number.POSITIVE_INFINITY,
    market,
    quote,
    venue: venue.source.terms.id,
    source: stampOf(pages),
    convertedBy: [],
    coverage: null,
    gaps: [],
  }
}

/** All pages in their order; null if the venue does not have the market. */
async function allPages(venue: CandleVenue, keys: readonly string[], asking: Asking): Promise<Sourced<CandlePage>[] | null> {
  const { clock, signal } = asking
  const until = clock.now() + maxVenueMs
  const pages: Sourced<CandlePage>[] = []
  for (let index = 0; index < keys.length; index += maxConcurrent) {
    const waitMs = Math.max(1, until - clock.now())
    const asked = keys.slice(index, index + maxConcurrent).map((key) => venue.get(key, { signal, freshOnly: true, waitMs }))
    for (const { value, source } of await everyOne(asked)) {
      if (!value) return null
      pages.push({ value, source })
    }
  }
  return pages
}

/** Like Promise.all, but it rejects only after all have ended, so that no rejection is left unhandled. */
async function everyOne<T>(promises: readonly Promise<T>[]): Promise<T[]> {
  const settled = await Promise.allSettled(promises)
  return settled.map((one) => {
    if (one.status === 'rejected') throw one.reason
    return one.value
  })
}

/** The candles that begin in the range. If two pages have the same candle, the later page is right. */
function inRange(pages: readonly Sourced<CandlePage>[], { from, to }: CandleRange): Candle[] {
  const byTime = new Map<number, Candle>()
  for (const { value } of pages) {
    for (const candle of value.candles) if (candle.time >= from && candle.time < to) byTime.set(candle.time, candle)
  }
  return [...byTime.values()].toSorted((a, b) => a.time - b.time)
}

/** One stamp for all pages: the newest page's, or stale if any page is stale. */
function stampOf(pages: readonly Sourced<CandlePage>[]): SourceStamp {
  const stamps = pages.map((page) => page.source)
  const cache = (['stale', 'miss'] as const).find((one) => stamps.some((stamp) => stamp.cache === one)) ?? 'hit'
  const freshness = Math.min(...stamps.map((stamp) => stamp.freshness ?? 1))
  return { ...(stamps.at(-1) as SourceStamp), cache, freshness }
}
