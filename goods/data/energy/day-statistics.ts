import { formatUnits } from '../../../src/goods/kit/answers.ts'
import { parseSigned } from '../../../src/goods/kit/http.ts'
import type { DayPrices } from './day-prices.ts'

/** More decimal places than any parsed price has. */
const decimals = 36
/** Decimal places of a mean. */
const meanDecimals = 4
const quarterMinutes = 15

export interface DayStatistics {
  /** The interval (counted from 0) of the lowest price; the earliest of several. Null without any price. */
  readonly lowest: number | null
  readonly highest: number | null
  /** Of the intervals that have a price. */
  readonly mean: string | null
  /** The cheapest window: its start in minutes from the start of the day, and its mean price. The earliest of several; null when every window has a gap. */
  readonly cheapest: { readonly startMinute: number; readonly mean: string } | null
}

/**
 * The lowest, highest and mean price of a day, and its cheapest window.
 * @param windowMinutes Length of the window, which may begin at any quarter hour.
 */
export function statisticsOf({ prices, resolutionMinutes }: DayPrices, windowMinutes: number): DayStatistics {
  const values = prices.map((price) => (price === null ? null : parseSigned(price, decimals)))
  const known = values.filter((value) => value !== null)
  if (known.length === 0) return { lowest: null, highest: null, mean: null, cheapest: null }
  const quarters = values.flatMap((value) => Array.from({ length: resolutionMinutes / quarterMinutes }, () => value))
  return {
    lowest: values.indexOf(known.reduce((least, value) => (value < least ? value : least))),
    highest: values.indexOf(known.reduce((most, value) => (value > most ? value : most))),
    mean: meanOf(sum(known), known.length),
    cheapest: cheapestOf(quarters, windowMinutes / quarterMinutes),
  }
}

function cheapestOf(quarters: readonly (bigint | null)[], length: number): DayStatistics['cheapest'] {
  let best: { start: number; total: bigint } | null = null
  let total = 0n
  let gaps = 0
  for (const [index, value] of quarters.entries()) {
    total += value ?? 0n
    if (value === null) gaps++
    const leaving = index - length
    if (leaving >= 0) {
      total -= quarters[leaving] ?? 0n
      if (quarters[leaving] === null) gaps--
    }
    if (index >= length - 1 && gaps === 0 && (best === null || total < best.total)) best = { start: leaving + 1, total }
  }
  return best && { startMinute: best.start * quarterMinutes, mean: meanOf(best.total, length) }
}

function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n)
}

/** Rounded to four places, halves away from zero. */
function meanOf(total: bigint, count: number): string {
  const unit = 10n ** BigInt(decimals - meanDecimals) * BigInt(count)
  const size = total < 0n ? -total : total
  const rounded = (size * 2n + unit) / (unit * 2n)
  return formatUnits(total < 0n ? -rounded : rounded, meanDecimals)
}
