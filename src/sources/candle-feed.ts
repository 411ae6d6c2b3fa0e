import type { HttpAnswer } from '../net/exchange.ts'
import type { Clock, Timers } from '../shared/clock.ts'
import { candleFreshness, readCandles, settledAt } from './candles.ts'
import type { CandlePage, WrittenCandle } from './candles.ts'
import type { Source } from './create-source.ts'
import type { Feed } from './feed.ts'

/** The candles of one venue by page, under the keys that `pagesFor` gives; null for a market that it does not have. */
export interface CandleVenue extends Feed<CandlePage | null> {
  readonly source: Source
  /** Lengths that it has, in seconds, ascending. */
  readonly steps: readonly number[]
  /** Its own name of a coin's market, and the currency in which that is really quoted. */
  marketOf(ticker: string, quote: string): { readonly name: string; readonly quote: string }
  /** Keys of the pages that hold the candles which begin in [from, to), the oldest first; null if it does not reach back so far. */
  pagesFor(asked: CandleRange & { readonly market: string; readonly step: number }, now: number): readonly string[] | null
}

/** In seconds since the epoch. */
export interface CandleRange {
  readonly from: number
  readonly to: number
}

/** What one page is. */
export interface PageAsked {
  readonly market: string
  readonly step: number
  /** First and last candle's beginning in seconds; null for the latest candles. */
  readonly span: { readonly first: number; readonly last: number } | null
}

export interface CandleQuestion {
  readonly steps: readonly number[]
  /** Candles on one page. */
  readonly length: number
  /** False for a venue that has the latest page only. */
  readonly history: boolean
  /** Pages kept. */
  readonly size: number
  /** Milliseconds between requests: a long range must not use up at once what the venue allows in a second. */
  readonly spacingMs: number
  readonly alsoAccept?: readonly number[]
  marketOf: CandleVenue['marketOf']
  pathOf(page: PageAsked): string
  /** Null for a market that it does not have. @throws UpstreamError */
  read(answer: HttpAnswer): readonly WrittenCandle[] | null
}

/** The latest page may be a few candles short when a new one has just begun. */
const slack = 5
const longestQueueMs = 60_000

export function candleVenue(source: Source, parts: { clock: Clock; timers: Timers }, question: CandleQuestion): CandleVenue {
  const { clock } = parts
  const { steps, length, history, alsoAccept = [] } = question

  const turn = spacedTurns(question.spacingMs, parts)

  const pages = source.feed<CandlePage | null>({
    name: 'candles',
    size: question.size,
    freshness: candleFreshness,
    asOf: () => null,
    address: (key) => question.pathOf(parseKey(key, length)),
    async load(key, signal) {
      const asked = parseKey(key, length)
      const read = (answer: HttpAnswer) => {
        const written = question.read(answer)
        return written && pageOf(asked, written)
      }
      await turn(signal)
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
    held: pages.held,
    holdsAny: pages.holdsAny,
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

/** Lets those who ask at the same time go one after the other. The first goes at once. */
function spacedTurns(spacingMs: number, { clock, timers }: { clock: Clock; timers: Timers }): (signal: AbortSignal) => Promise<void> {
  let latest = Number.NEGATIVE_INFINITY
  return async (signal) => {
    const now = clock.now()
    // A turn long after now was given before the clock was put back.
    const next = latest - now > longestQueueMs ? now : latest + spacingMs
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
