import { byAge, z } from '../../../src/goods/door.ts'
import { checkShape, type OwnAge, parseRate, positiveDecimal, UpstreamGarbage } from '../../../src/goods/kit/http.ts'

/** The best prices in a venue's order book, as decimal strings in the quote currency. */
export interface Book {
  readonly bid: string
  readonly ask: string
  /** Time of the order book in milliseconds; null when the venue gives none. */
  readonly at: number | null
}

/** A venue's figures of a coin. A venue knows neither market capitalisation nor the volume of other venues. */
export interface VenuePrice {
  /** Decimal string in the quote currency. */
  readonly price: string
  /** Change over 24 hours in per cent; null when the venue does not give it. */
  readonly change24h: number | null
  readonly at: number | null
}

/**
 * How old a price or an order book may be by its own time. Venues name the last trade, which may be minutes ago in a quiet market,
 * and lists renew small coins every few minutes.
 */
export const priceAge: OwnAge = { freshMs: 600_000, staleMs: 3_600_000 }

export const bookFreshness = byAge({ refreshMs: 10_000, freshMs: 15_000, staleMs: 120_000 })
/** For a source whose plan has a few requests an hour. */
export const frugalPriceFreshness = byAge({ refreshMs: 285_000, freshMs: 300_000, staleMs: 900_000 })
export const priceFreshness = byAge({ refreshMs: 20_000, freshMs: 30_000, staleMs: 300_000 })

const book = z.object({ bid: positiveDecimal, ask: positiveDecimal })

/** What venues send where nobody offers: null, an empty text, zero. */
const noPrice = z.union([z.null(), z.undefined(), z.literal(''), z.string().regex(/^0(?:\.0+)?$/), z.literal(0)])

function isNoPrice(given: unknown): boolean {
  return noPrice.safeParse(given).success
}

/**
 * Null for a market in which one side offers nothing, which is as good as one that the venue does not have.
 * @throws UpstreamGarbage for an impossible order book: no numbers, or bid above ask.
 */
export function checkBook(given: { readonly bid?: unknown; readonly ask?: unknown }, at: number | null): Book | null {
  if (isNoPrice(given.bid) || isNoPrice(given.ask)) return null
  const { bid, ask } = checkShape(given, book)
  if (parseRate(bid) > parseRate(ask)) throw new UpstreamGarbage('wrong_shape')
  return { bid, ask, at }
}

/** The price as a decimal; null where the venue sends none. @throws UpstreamGarbage for anything else */
export function tradedPrice(given: unknown): string | null {
  return isNoPrice(given) ? null : checkShape(given, positiveDecimal)
}

/** Change in per cent, to four decimal places; null without an earlier price. */
export function changeInPercent(price: string, dayAgo: string | number | null): number | null {
  const before = Number(dayAgo)
  if (dayAgo === null || !(before > 0)) return null
  const change = Math.round((Number(price) / before - 1) * 1_000_000) / 10_000
  return Number.isFinite(change) ? change : null
}

/** Opening price of the latest candle that started at or before the moment; null if it started more than an hour before. Times in seconds. */
export function openingAt<T extends string | number>(candles: readonly { time: number; open: T }[], moment: number): T | null {
  let best: { time: number; open: T } | null = null
  for (const candle of candles) if (candle.time <= moment && candle.time > (best?.time ?? moment - 3_600)) best = candle
  return best?.open ?? null
}

/** Terms of a venue's public market data, whose resale is not cleared. */
export function venueTerms(id: string, name: string, homepage: string) {
  return { id, name, homepage, licence: `${name} market data terms`, attribution: `Market data: ${name}`, resale: 'contract' as const }
}
