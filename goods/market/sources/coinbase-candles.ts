import { readJson, z } from '../../../src/goods/door.ts'
import { candleVenue } from '../coins/candle-feed.ts'
import type { CandleVenue, PageAsked } from '../coins/candle-feed.ts'
import type { Source, SourceTools } from '../../../src/goods/kit/http.ts'

const figure = z.number().nonnegative()
/** Time in seconds, then low, high, open, close, volume; the newest first, without periods that had no trade. */
const rows = z.array(z.tuple([z.int(), figure, figure, figure, figure, figure])).max(300)

/** Candles of Coinbase Exchange, at most 300 a request. */
export function coinbaseCandles(source: Source, parts: SourceTools): CandleVenue {
  return candleVenue(source, parts, {
    steps: [60, 300, 900, 3_600, 21_600, 86_400],
    length: 300,
    history: true,
    size: 200,
    spacingMs: 125,
    alsoAccept: [404],
    marketOf: (ticker, quote) => ({ name: `${ticker}-${quote}`, quote }),
    pathOf,
    read: (answer) =>
      answer.status === 404
        ? null
        : readJson(answer, rows).map(([time, low, high, open, close, volume]) => ({ time, open, high, low, close, volume })),
  })
}

function pathOf({ market, step, span }: PageAsked): string {
  const path = `/products/${encodeURIComponent(market)}/candles?granularity=${step}`
  // Without a span it returns the latest candles.
  return span ? `${path}&start=${iso(span.first)}&end=${iso(span.last)}` : path
}

function iso(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}
