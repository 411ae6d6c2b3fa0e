import { source, z } from '../../../src/goods/door.ts'
import { type Feed, positiveDecimal, type Source, type SourceTools } from '../../../src/goods/kit/http.ts'
import { bookFeed } from '../coins/book-feed.ts'
import type { CandleVenue } from '../coins/candle-feed.ts'
import { checkDepth, depthFeed, depthRows, type DepthBook } from '../coins/depth-feed.ts'
import { krakenCandles } from './kraken-candles.ts'
import { readResult } from './kraken-result.ts'
import { changeInPercent, checkBook, openingAt, priceFreshness, tradedPrice, venueTerms } from '../coins/venue.ts'
import type { Book, VenuePrice } from '../coins/venue.ts'

export const kraken = source({
  ...venueTerms('kraken', 'Kraken', 'https://docs.kraken.com/api/'),
  baseUrl: 'https://api.kraken.com',
  create: createKraken,
})

export interface Kraken {
  readonly source: Source
  /** By pair as requests name it (`XBTUSD`); null for an unknown one. */
  readonly price: Feed<VenuePrice | null>
  /** By pair (`USDCEUR`). */
  readonly book: Feed<Book | null>
  /** By the same pairs, with at most 500 levels. */
  readonly depth: Feed<DepthBook | null>
  readonly candles: CandleVenue
}

const figures = z.tuple([z.string()], z.string())
const ticker = z.object({
  a: figures,
  b: figures,
  c: figures,
  /** Trades since midnight UTC, and in the last 24 hours. */
  t: z.tuple([z.int(), z.int()]).nullish().catch(null),
})
/** Time in seconds, then open, high, low, close, vwap, volume, count; the oldest first, the last one unfinished. */
const candles = z.array(z.tuple([z.int(), positiveDecimal], z.unknown())).max(721)

const candleMinutes = 15

function createKraken(source: Source, parts: SourceTools): Kraken {
  const pathOf = (pair: string) => `/0/public/Ticker?pair=${encodeURIComponent(pair)}`

  const askTicker = (pair: string, signal: AbortSignal) =>
    source.ask({ path: pathOf(pair), read: (answer) => readResult(answer, ticker, pair) }, signal)

  // `o` of the ticker is the open at midnight UTC, not the price a day ago, so the candles are needed.
  const openADayAgo = async (pair: string, signal: AbortSignal) => {
    const moment = Math.floor(parts.clock.now() / 1000) - 86_400
    const path = `/0/public/OHLC?pair=${encodeURIComponent(pair)}&interval=${candleMinutes}&since=${moment - 3_600}`
    const rows = await source.ask({ path, read: (answer) => readResult(answer, candles, pair) }, signal)
    return openingAt(
      (rows ?? []).map((row) => ({ time: row[0], open: row[1] })),
      moment,
    )
  }

  const price = source.feed<VenuePrice | null>({
    name: 'price',
    size: 500,
    freshness: priceFreshness,
    asOf: () => null,
    address: pathOf,
    async load(pair, signal) {
      const [now, dayAgo] = await Promise.all([askTicker(pair, signal), openADayAgo(pair, signal).catch(() => null)])
      // Kraken lists pairs that nobody trades, with zeros, or with the price of a trade that may be years ago.
      const traded = now && now.t?.[1] !== 0 ? tradedPrice(now.c[0]) : null
      return traded === null ? null : { price: traded, change24h: changeInPercent(traded, dayAgo), at: null }
    },
  })

  const book = bookFeed(source, {
    pathOf,
    read(answer, pair) {
      const read = readResult(answer, ticker, pair)
      return read && checkBook({ bid: read.b[0], ask: read.a[0] }, null)
    },
  })

  const depth = depthFeed(source, {
    pathOf: (pair) => `/0/public/Depth?pair=${encodeURIComponent(pair)}&count=500`,
    read(answer, pair) {
      const read = readResult(answer, depthRows, pair)
      return read && checkDepth(read, null)
    },
  })

  return { source, price, book, depth, candles: krakenCandles(source, parts) }
}
