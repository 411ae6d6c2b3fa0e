import type { Feed, Source, UpstreamResponse } from '../../../src/goods/kit/http.ts'
import type { Clock, Timers } from '../../../src/goods/kit/parts.ts'
import { candleFreshness, readCandles, settledAt } from './candles.ts'
import type { CandlePage, WrittenCandle } from './candles.ts'

/** The candles of one venue by page, under the keys from `pagesFor`; null for a market that it does not have. */
export interface CandleVenue extends Feed<CandlePage | null> {
  readonly source: Source
  /** Candle lengths of the venue in seconds, ascending. */
  readonly steps: readonly number[]
  /** The venue's name of a coin's market, and the currency in which it is really quoted. */
  marketOf(ticker: string, quote: string): { readonly name: string; readonly quote: string }
  /** Keys of the pages with the candles that start in [from, to), the oldest first; null when the venue does not go back so far. */
  pagesFor(asked: CandleRange & { readonly market: string; readonly step: number }, now: number): readonly string[] | null
}

/** In seconds since the epoch. */
export interface CandleRange {
  readonly from: number
  readonly to: number
}

/** What one page contains. */
export interface PageAsked {
  readonly market: string
  readonly step: number
  /** Start of the first and of the last candle in seconds; null for the latest candles. */
  readonly span: { readonly first: number; readonly last: number } | null
}

export interface CandleQuestion {
  readonly steps: readonly number[]
  /** Number of candles on a page. */
  readonly length: number
  /** False for a venue that has the latest page only. */
  readonly history: boolean
  /** Number of pages to keep. */
  readonly size: number
  /** Milliseconds between requests, so that a long range does not exceed the venue's limit per second. */
  readonly spacingMs: number
  readonly alsoAccept?: readonly number[]
  marketOf: CandleVenue['marketOf']
  pathOf(page: PageAsked): string
  /** Null for a market that it does not have. @throws UpstreamError */
  read(answer: UpstreamResponse, page: PageAsked): readonly WrittenCandle[] | null
}

/** The latest page may be a few candles short when a new one has just begun. */
const slack = 5
const maxQueueMs = 60_000

export function candleVenue(source: Source, parts: { clock: Clock; timers: Timers }, question: CandleQuestion): CandleVenue {
  const { clock } = parts
  const { steps, length, history, alsoAccept = [] } = question

  const waitForSlot = spaceRequests(question.spacingMs, parts)

  const pages = source.feed<CandlePage | null>({
    name: 'candles',
    size: question.size,
    freshness: candleFreshness,
    asOf: () => null,
    address: (key) => question.pathOf(parseKey(key, length)),
    async load(key, signal) {
      const asked = parseKey(key, length)
      const read = (answer: UpstreamResponse) => {
        const written = question.read(answer, asked)
        return written && pageOf(asked, written)
      }
      await waitForSlot(signal)
      return source.ask({ path: question.pathOf(asked), alsoAccept, read }, signal)
    },
  })

  const pageOf = ({ step, span }: PageAsked, written: readonly WrittenCandle[]): CandlePage => {
    const now = clock.now()
    const settled = settledAt(now)
    const candles = readCandles(written, step, now)
    if (span) return { candles, from: span.first, settledAt: settled, step, complete: span.last + step <= settled }
    return { candles, from: latestFrom(step, now), settledAt: settled, step, complete: false }
  }

  const latestFrom = (step: number, now: number) => floorTo(now / 1000, step) - (length - 1 - slack) * step

  return {
    get: pages.get,
    cached: pages.cached,
    hasCached: pages.hasCached,
    source,
    steps,
    marketOf: question.marketOf,
    pagesFor({ market, step, from, to }, now) {
      const reach = latestFrom(step, now)
      const latest = `${market}|${step}|latest`
      if (from >= reach) return [latest]
      if (!history) return null
      const width = length * step
      const keys = []
      for (let first = floorTo(from, width); first < Math.min(to, reach); first += width) keys.push(`${market}|${step}|${first}`)
      return to > reach ? [...keys, latest] : keys
    },
  }
}

/** Spaces requests of the same time. The first one goes out at once. */
function spaceRequests(spacingMs: number, { clock, timers }: { clock: Clock; timers: Timers }): (signal: AbortSignal) => Promise<void> {
  let latest = Number.NEGATIVE_INFINITY
  return async (signal) => {
    const now = clock.now()
    // A time far in the future is from before the clock was set back.
    const next = latest - now > maxQueueMs ? now : latest + spacingMs
    latest = Math.max(now, next)
    if (latest > now) await timers.sleep(latest - now, signal)
  }
}

function parseKey(key: string, length: number): PageAsked {
  const [market = '', step = '', start = ''] = key.split('|')
  const first = Number(start)
  return {
    market,
    step: Number(step),
    span: start === 'latest' ? null : { first, last: first + (length - 1) * Number(step) },
  }
}

export function floorTo(seconds: number, step: number): number {
  return Math.floor(seconds / step) * step
}
