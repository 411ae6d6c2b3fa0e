import { type Freshness, plainDecimal, UpstreamGarbage } from '../../../src/goods/kit/http.ts'
import { frankfurtDay, frankfurtMoment, shiftDay } from '../../../src/goods/kit/time.ts'

/** Day-ahead prices of one bidding zone for one delivery day, which is a day in Central European Time for all of them. */
export interface DayPrices {
  /** 60 for days and sources without quarter hours. */
  readonly resolutionMinutes: 15 | 30 | 60
  /** One for each interval of the day, in order, in EUR/MWh as plain decimals; null when the source has none. A day has 23 to 25 hours. */
  readonly prices: readonly (string | null)[]
}

/** A price that applies from a moment (milliseconds) on. */
export interface PricePoint {
  readonly at: number
  readonly price: number | null
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Start and end of a day, midnight in Central European Time, in milliseconds. */
export function deliveryDay(day: string): { readonly start: number; readonly end: number } {
  return { start: frankfurtMoment(day, 0, 0), end: frankfurtMoment(shiftDay(day, 1), 0, 0) }
}

/**
 * The prices of one day from all points of a source. Null when it has none for that day.
 * @throws UpstreamGarbage `wrong_shape` for points that are not on quarter, half or full hours, and for duplicates.
 */
export function pricesOf(points: readonly PricePoint[], day: string): DayPrices | null {
  const { start, end } = deliveryDay(day)
  const within = points.filter(({ at }) => at >= start && at < end).toSorted((one, other) => one.at - other.at)
  if (within.every(({ price }) => price === null)) return null
  const resolutionMinutes = resolutionOf(within)
  const step = resolutionMinutes * minuteMs
  const prices: (string | null)[] = Array.from({ length: (end - start) / step }, () => null)
  for (const { at, price } of within) {
    const place = (at - start) / step
    if (!Number.isInteger(place)) throw new UpstreamGarbage('wrong_shape')
    prices[place] = price === null ? null : plainDecimal(price)
  }
  return { resolutionMinutes, prices }
}

/** The same, and null where the points are odd: those of one zone must not close the others. */
export function pricesOrNull(points: readonly PricePoint[], day: string): DayPrices | null {
  try {
    return pricesOf(points, day)
  } catch (error) {
    if (error instanceof UpstreamGarbage) return null
    throw error
  }
}

/** By the shortest time between two points. */
function resolutionOf(points: readonly PricePoint[]): 15 | 30 | 60 {
  const gaps = points.slice(1).map(({ at }, index) => at - (points[index]?.at ?? 0))
  const minutes = Math.min(...gaps, hourMs) / minuteMs
  if (minutes !== 15 && minutes !== 30 && minutes !== 60) throw new UpstreamGarbage('wrong_shape')
  return minutes
}

/** The earliest publication of a day's prices: the auction for it ends at noon of the day before. */
export function publishedFrom(day: string): number {
  return frankfurtMoment(shiftDay(day, -1), 12, 45)
}

/** The prices of a day in a feed. */
export interface KeptDay {
  readonly day: string
  readonly prices: DayPrices | null
}

const settledMs = 7 * 24 * hourMs
const soonMs = 10 * minuteMs

/**
 * Complete prices of a day do not change. A day with gaps is asked for again after a while, and a day without prices when they may
 * be published.
 */
export function dayFreshness({ day, prices }: KeptDay, fetchedAt: number): Freshness {
  if (prices && !prices.prices.includes(null)) return until(fetchedAt + settledMs, 24 * hourMs)
  if (prices) return until(fetchedAt + soonMs, 24 * hourMs)
  // "No prices" is never served as stale.
  return until(day < frankfurtDay(fetchedAt) ? fetchedAt + 6 * hourMs : Math.max(publishedFrom(day), fetchedAt + soonMs), 0)
}

function until(freshUntil: number, staleMs: number): Freshness {
  return { refreshAt: freshUntil, freshUntil, staleUntil: freshUntil + staleMs }
}
