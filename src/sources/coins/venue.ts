import { z } from 'zod'
import { UpstreamGarbage } from '../../net/upstream-errors.ts'
import { parseRate, positiveDecimal } from '../formats/decimal.ts'
import { byAge } from '../policy/feed.ts'
import { checkShape } from '../formats/read-json.ts'
import type { SourceTerms } from '../policy/source.ts'

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

export const bookFreshness = byAge({ refreshMs: 10_000, freshMs: 15_000, staleMs: 120_000 })
export const priceFreshness = byAge({ refreshMs: 20_000, freshMs: 30_000, staleMs: 300_000 })

const book = z.object({ bid: positiveDecimal, ask: positiveDecimal })

/** @throws UpstreamGarbage for an impossible order book: no prices, or bid above ask. */
export function checkBook(given: { bid: unknown; ask: unknown }, at: number | null): Book {
  const { bid, ask } = checkShape(given, book)
  if (parseRate(bid) > parseRate(ask)) throw new UpstreamGarbage('wrong_shape')
  return { bid, ask, at }
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
export function venueTerms(id: string, name: string, homepage: string): SourceTerms {
  return { id, name, homepage, licence: `${name} market data terms`, attribution: `Market data: ${name}`, resale: 'contract' }
}
