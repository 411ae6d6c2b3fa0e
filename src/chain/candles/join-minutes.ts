import { formatUnits } from '../../shared/money.ts'
import type { PricedMinute } from './price-minutes.ts'

/** A candle of a pool. Prices have ten significant digits; the volume is exact, in coins. */
export interface PoolCandle {
  /** Unix seconds. */
  readonly time: number
  readonly open: string
  readonly high: string
  readonly low: string
  readonly close: string
  readonly volume: string
}

const significantDigits = 10

/**
 * Joins minutes into candles. A period without a swap has none.
 * @param minutes the oldest first; so is the result
 * @param step seconds, a multiple of 60
 */
export function joinIntoCandles(minutes: readonly PricedMinute[], step: number, decimals: number): PoolCandle[] {
  const groups = Map.groupBy(minutes, ({ minute }) => minute - (minute % step))
  return [...groups].map(([time, parts]) => ({
    time,
    open: figure(parts[0]!.open),
    high: figure(Math.max(...parts.map(({ high }) => high))),
    low: figure(Math.min(...parts.map(({ low }) => low))),
    close: figure(parts.at(-1)!.close),
    volume: formatUnits(
      parts.reduce((sum, { amount }) => sum + amount, 0n),
      decimals,
    ),
  }))
}

/**
 * The shortest of these lengths of which at least half of the periods had a swap; null where none of them is so. Shorter ones would be mostly
 * holes.
 * @param traded minutes with a swap
 * @param range whole periods of the longest length, in unix seconds
 */
export function shortestHonest(
  traded: readonly number[],
  steps: readonly number[],
  { from, to }: { readonly from: number; readonly to: number },
): number | null {
  const isHonest = (step: number) => {
    const [first, end] = [Math.ceil(from / step), Math.floor(to / step)]
    // Too short a time to judge by: a swap is enough.
    if (end <= first) return traded.length > 0
    const periods = new Set(traded.map((minute) => Math.floor(minute / step)).filter((period) => period >= first && period < end))
    return periods.size * 2 >= end - first
  }
  return steps.toSorted((a, b) => a - b).find(isHonest) ?? null
}

/** A plain decimal. */
export function figure(price: number): string {
  const [digits = '', exponent = '0'] = price.toExponential(significantDigits - 1).split('e')
  const places = significantDigits - 1 - Number(exponent)
  const whole = BigInt(digits.replace('.', ''))
  return places >= 0 ? formatUnits(whole, places) : (whole * 10n ** BigInt(-places)).toString()
}
