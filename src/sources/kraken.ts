import { z } from 'zod'
import { bookFeed } from './book-feed.ts'
import type { CandleVenue } from './candle-feed.ts'
import { createSource } from './create-source.ts'
import type { Source, SourceParts } from './create-source.ts'
import { positiveDecimal } from './decimal.ts'
import type { Feed } from './feed.ts'
import { krakenCandles } from './kraken-candles.ts'
import { readResult } from './kraken-result.ts'
import { changeInPercent, checkBook, openingAt, priceFreshness, venueTerms } from './venue.ts'
import type { Book, VenuePrice } from './venue.ts'

export const krakenTerms = venueTerms('kraken', 'Kraken', 'https://docs.kraken.com/api/')
export const krakenBaseUrl = 'https://api.kraken.com'

export interface Kraken {
  readonly source: Source
  /** By pair as one asks for it (`XBTUSD`); null for a pair that it does not have. */
  readonly price: Feed<VenuePrice | null>
  /** By pair (`USDCEUR`). */
  readonly book: Feed<Book | null>
  readonly candles: CandleVenue
}

const ticker = z.object({
  a: z.tuple([z.string()], z.string()),
  b: z.tuple([z.string()], z.string()),
  c: z.tuple([positiveDecimal], z.string()),
})
/** Time in seconds, then open, high, low, close, vwap, volume, count; the oldest first, the last one unfinished. */
const candles = z.array(z.tuple([z.int(), positiveDecimal], z.unknown())).max(721)

const candleMinutes = 15

export function createKraken(declared: { baseUrl: string; enabled: boolean }, parts: SourceParts): Kraken {
  const source = createSource({ terms: krakenTerms, ...declared }, parts)
  const pathOf = (pair: string) => `/0/public/Ticker?pair=${encodeURIComponent(pair)}`

  const askTicker = (pair: string, signal: AbortSignal) =>
    source.ask({ path: pathOf(pair), read: (answer) => readResult(answer, ticker) }, signal)

  // `o` of the ticker is today's open at midnight UTC, not the price a day ago, so candles have to say.
  const openADayAgo = async (pair: string, signal: AbortSignal) => {
    const moment = Math.floor(parts.clock.now() / 1000) - 86_400
    const path = `/0/public/OHLC?pair=${encodeURIComponent(pair)}&interval=${candleMinutes}&since=${moment - 3_600}`
    const rows = await source.ask({ path, read: (answer) => readResult(answer, candles) }, signal)
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
      return now && { price: now.c[0], change24h: changeInPercent(now.c[0], dayAgo), at: null }
    },
  })

  const book = bookFeed(source, {
    pathOf,
    read(answer) {
      const read = readResult(answer, ticker)
      return read && checkBook({ bid: read.b[0], ask: read.a[0] }, null)
    },
  })

  return { source, price, book, candles: krakenCandles(source, parts) }
}
