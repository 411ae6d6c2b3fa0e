import { readJson, source, z } from '../../../src/goods/door.ts'
import { type Source, type SourceTools, UpstreamRejected, type UpstreamResponse } from '../../../src/goods/kit/http.ts'
import { candleVenue } from '../coins/candle-feed.ts'
import type { CandleVenue, PageAsked } from '../coins/candle-feed.ts'
import type { WrittenCandle } from '../coins/candles.ts'
import { venueTerms } from '../coins/venue.ts'

export const binance = source({
  ...venueTerms('binance', 'Binance', 'https://developers.binance.com/docs/binance-spot-api-docs'),
  // The host for public market data, which is reachable where the trading host is not.
  baseUrl: 'https://data-api.binance.vision',
  create: createBinance,
})

export interface Binance {
  readonly source: Source
  readonly candles: CandleVenue
}

/** Opening time in milliseconds, open, high, low, close, volume; then closing time and more. The oldest first. */
const rows = z
  .array(
    z.tuple([z.int(), z.string().max(50), z.string().max(50), z.string().max(50), z.string().max(50), z.string().max(50)], z.unknown()),
  )
  .max(1_000)
const failure = z.object({ code: z.int() })
const unknownSymbol = -1121

const steps: ReadonlyMap<number, string> = new Map([
  [60, '1m'],
  [300, '5m'],
  [900, '15m'],
  [1_800, '30m'],
  [3_600, '1h'],
  [7_200, '2h'],
  [14_400, '4h'],
  [21_600, '6h'],
  [43_200, '12h'],
  [86_400, '1d'],
])

function createBinance(source: Source, parts: SourceTools): Binance {
  const candles = candleVenue(source, parts, {
    steps: [...steps.keys()],
    length: 1_000,
    history: true,
    size: 50,
    spacingMs: 50,
    alsoAccept: [400],
    // Binance has no dollar markets. It uses USDT instead, and the answer says so.
    marketOf(ticker, quote) {
      const quoted = quote === 'USD' ? 'USDT' : quote
      return { name: `${ticker}${quoted}`, quote: quoted }
    },
    pathOf,
    read,
  })
  return { source, candles }
}

function pathOf({ market, step, span }: PageAsked): string {
  const path = `/api/v3/klines?symbol=${encodeURIComponent(market)}&interval=${steps.get(step) ?? ''}&limit=1000`
  return span ? `${path}&startTime=${span.first * 1000}&endTime=${(span.last + step) * 1000 - 1}` : path
}

function read(answer: UpstreamResponse): WrittenCandle[] | null {
  if (answer.status === 400) {
    if (readJson(answer, failure).code === unknownSymbol) return null
    throw new UpstreamRejected(400)
  }
  return readJson(answer, rows).map(([opened, open, high, low, close, volume]) => ({ time: opened / 1000, open, high, low, close, volume }))
}
