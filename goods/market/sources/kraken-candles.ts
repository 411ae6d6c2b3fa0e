import { z } from '../../../src/goods/door.ts'
import { candleVenue } from '../coins/candle-feed.ts'
import type { CandleVenue } from '../coins/candle-feed.ts'
import type { Source, SourceTools } from '../../../src/goods/kit/http.ts'
import { krakenPair } from '../coins/symbols.ts'
import { readResult } from './kraken-result.ts'

const text = z.string().max(50)
/** Time in seconds, then open, high, low, close, vwap, volume, count; the oldest first, the last one unfinished. */
const rows = z.array(z.tuple([z.int(), text, text, text, text, text, text], z.unknown())).max(721)

/** Candles of Kraken: always the latest 720, whatever time the request names. */
export function krakenCandles(source: Source, parts: SourceTools): CandleVenue {
  return candleVenue(source, parts, {
    steps: [60, 300, 900, 1_800, 3_600, 14_400, 86_400],
    length: 720,
    history: false,
    size: 60,
    spacingMs: 500,
    marketOf: (ticker, quote) => ({ name: krakenPair(ticker, quote), quote }),
    pathOf: ({ market, step }) => `/0/public/OHLC?pair=${encodeURIComponent(market)}&interval=${step / 60}`,
    read: (answer, { market }) =>
      readResult(answer, rows, market)?.map(([time, open, high, low, close, , volume]) => ({ time, open, high, low, close, volume })) ??
      null,
  })
}
