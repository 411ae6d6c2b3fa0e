import { formatUnits } from '../../../src/goods/kit/answers.ts'
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

interface Sum {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly amount: bigint
}

/** Minutes that become candles as they come. */
export interface CandleSum {
  /** The oldest first. */
  add(minutes: readonly PricedMinute[]): void
  /** The oldest first. A period without a swap has none. */
  candles(): PoolCandle[]
}

/**
 * @param step seconds, a multiple of 60
 * @param decimals of the coin
 */
export function sumCandles(step: number, decimals: number): CandleSum {
  const sums = new Map<number, Sum>()
  return {
    add(minutes) {
      for (const { minute, open, high, low, close, amount } of minutes) {
        const time = minute - (minute % step)
        const sum = sums.get(time)
        sums.set(
          time,
          sum
            ? { open: sum.open, high: Math.max(sum.high, high), low: Math.min(sum.low, low), close, amount: sum.amount + amount }
            : { open, high, low, close, amount },
        )
      }
    },
    candles: () =>
      [...sums].map(([time, { open, high, low, close, amount }]) => ({
        time,
        open: figure(open),
        high: figure(high),
        low: figure(low),
        close: figure(close),
        volume: formatUnits(amount, decimals),
      })),
  }
}

/** Candles of this length and longer ones are given of any pool. */
const alwaysHonest = 3_600

interface TimeRange {
  readonly from: number
  readonly to: number
}

/** Which lengths of candles have few holes. */
export interface Density {
  /** Minutes with a swap, the oldest first. */
  add(traded: readonly number[]): void
  /** The shortest length of which at least half of the periods had a swap, in one of the ranges; shorter candles would be mostly holes. */
  shortest(): number
}

/** @param ranges in unix seconds */
export function measureDensity(steps: readonly number[], ranges: readonly TimeRange[]): Density {
  const short = steps.filter((step) => step < alwaysHonest).toSorted((a, b) => a - b)
  const counts = short.flatMap((step) =>
    ranges.map(({ from, to }) => ({ step, first: Math.ceil(from / step), end: Math.floor(to / step), last: -1, periods: 0 })),
  )
  return {
    add(traded) {
      for (const minute of traded) {
        for (const count of counts) {
          const period = Math.floor(minute / count.step)
          if (period === count.last || period < count.first || period >= count.end) continue
          count.last = period
          count.periods += 1
        }
      }
    },
    shortest: () => counts.find(({ first, end, periods }) => end > first && periods * 2 >= end - first)?.step ?? alwaysHonest,
  }
}

/** A plain decimal. */
function figure(price: number): string {
  const [digits = '', exponent = '0'] = price.toExponential(significantDigits - 1).split('e')
  const places = significantDigits - 1 - Number(exponent)
  const whole = BigInt(digits.replace('.', ''))
  return places >= 0 ? formatUnits(whole, places) : (whole * 10n ** BigInt(-places)).toString()
}
