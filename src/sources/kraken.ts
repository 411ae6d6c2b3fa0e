import { z } from 'zod'
import type { HttpAnswer } from '../net/exchange.ts'
import { UpstreamGarbage, UpstreamRejected } from '../net/upstream-errors.ts'
import { bookFeed } from './book-feed.ts'
import { createSource } from './create-source.ts'
import type { Source, SourceParts } from './create-source.ts'
import { positiveDecimal } from './decimal.ts'
import type { Feed } from './feed.ts'
import { checkShape, readJson } from './read-json.ts'
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
}

const envelope = z.object({ error: z.array(z.string()), result: z.record(z.string(), z.unknown()).optional() })
const ticker = z.object({
  a: z.tuple([z.string()], z.string()),
  b: z.tuple([z.string()], z.string()),
  c: z.tuple([positiveDecimal], z.string()),
})
/** Time in seconds, then open, high, low, close, vwap, volume, count; the oldest first, the last one unfinished. */
const candles = z.array(z.tuple([z.int(), positiveDecimal], z.unknown())).max(720)

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

  return { source, price, book }
}

/**
 * The one result of an answer, null for a pair that Kraken does not have. Its errors come with status 200, and the
 * result stands under Kraken's own name of the pair (XXBTZUSD for XBTUSD), beside `last` in candles.
 */
function readResult<S extends z.ZodType>(answer: HttpAnswer, schema: S): z.output<S> | null {
  const { error, result } = readJson(answer, envelope)
  const [first] = error
  if (first !== undefined) {
    if (first.startsWith('EQuery:Unknown asset pair')) return null
    throw new UpstreamRejected(statusOf(first))
  }
  const name = Object.keys(result ?? {}).find((key) => key !== 'last')
  if (name === undefined) throw new UpstreamGarbage('wrong_shape')
  return checkShape(result?.[name], schema)
}

/** The HTTP status that an error would have come with elsewhere. */
function statusOf(error: string): number {
  if (/Too many requests|Rate limit exceeded/.test(error)) return 429
  if (error.startsWith('EService:')) return 503
  return error.startsWith('EGeneral:Internal') ? 500 : 400
}
