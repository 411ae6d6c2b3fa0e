import { readJson, source, z } from '../../../src/goods/door.ts'
import type { Feed, Source, SourceTools } from '../../../src/goods/kit/http.ts'
import { bookFeed } from '../coins/book-feed.ts'
import { checkDepth, depthFeed, depthRows, type DepthBook } from '../coins/depth-feed.ts'
import type { CandleVenue } from '../coins/candle-feed.ts'
import { coinbaseCandles } from './coinbase-candles.ts'
import { changeInPercent, checkBook, openingAt, priceAge, priceFreshness, tradedPrice, venueTerms } from '../coins/venue.ts'
import type { Book, VenuePrice } from '../coins/venue.ts'

export const coinbase = source({
  ...venueTerms('coinbase', 'Coinbase Exchange', 'https://docs.cdp.coinbase.com/exchange/docs/welcome'),
  baseUrl: 'https://api.exchange.coinbase.com',
  create: createCoinbase,
})

export interface Coinbase {
  readonly source: Source
  /** By product (`BTC-USD`); null for an unknown one. */
  readonly price: Feed<VenuePrice | null>
  /** By product (`USDC-EUR`). */
  readonly book: Feed<Book | null>
  /** By the same products. */
  readonly depth: Feed<DepthBook | null>
  readonly candles: CandleVenue
}

/** A product without orders or trades has zeros, null or nothing there. */
const ticker = z.object({
  bid: z.string().nullish(),
  ask: z.string().nullish(),
  price: z.string().nullish(),
  time: z.iso.datetime({ offset: true }),
})
/** During an auction it shows an indication, not orders that can be taken. */
const orderBook = depthRows.extend({ time: z.iso.datetime({ offset: true }).optional(), auction_mode: z.boolean().optional() })
/** Time in seconds, then low, high, open, close, volume; the newest first, without empty ones. */
const candles = z.array(z.tuple([z.int(), z.number(), z.number(), z.number().positive(), z.number(), z.number()])).max(300)

const candleSeconds = 300

function createCoinbase(source: Source, parts: SourceTools): Coinbase {
  const pathOf = (product: string) => `/products/${encodeURIComponent(product)}/ticker`

  const askTicker = (product: string, signal: AbortSignal) =>
    source.ask(
      { path: pathOf(product), alsoAccept: [404], read: (answer) => (answer.status === 404 ? null : readJson(answer, ticker)) },
      signal,
    )

  const openADayAgo = async (product: string, signal: AbortSignal) => {
    const moment = Math.floor(parts.clock.now() / 1000) - 86_400
    const [start, end] = [moment - 3_600, moment + candleSeconds].map((at) => new Date(at * 1000).toISOString())
    const path = `/products/${encodeURIComponent(product)}/candles?granularity=${candleSeconds}&start=${start}&end=${end}`
    const rows = await source.ask({ path, read: (answer) => readJson(answer, candles) }, signal)
    return openingAt(
      rows.map((row) => ({ time: row[0], open: row[3] })),
      moment,
    )
  }

  const price = source.feed<VenuePrice | null>({
    name: 'price',
    size: 500,
    freshness: priceFreshness,
    asOf: (value) => value?.at ?? null,
    ownAge: priceAge,
    address: pathOf,
    async load(product, signal) {
      // The price is used even without its change.
      const [now, dayAgo] = await Promise.all([askTicker(product, signal), openADayAgo(product, signal).catch(() => null)])
      const traded = now && tradedPrice(now.price)
      return now && traded !== null ? { price: traded, change24h: changeInPercent(traded, dayAgo), at: Date.parse(now.time) } : null
    },
  })

  const book = bookFeed(source, {
    pathOf,
    alsoAccept: [404],
    read(answer) {
      if (answer.status === 404) return null
      const read = readJson(answer, ticker)
      return checkBook(read, Date.parse(read.time))
    },
  })

  const depth = depthFeed(source, {
    pathOf: (product) => `/products/${encodeURIComponent(product)}/book?level=2`,
    alsoAccept: [404],
    read(answer) {
      if (answer.status === 404) return null
      const { time, auction_mode: auction, ...rows } = readJson(answer, orderBook)
      return auction ? null : checkDepth(rows, time === undefined ? null : Date.parse(time))
    },
  })

  return { source, price, book, depth, candles: coinbaseCandles(source, parts) }
}
