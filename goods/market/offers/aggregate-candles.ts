import { formatUnits, parseUnits } from '../../../src/goods/kit/answers.ts'
import type { Candle } from '../coins/candles.ts'

/** More decimal places than any figure of a candle has. */
const places = 40

/**
 * Joins candles into longer ones, exactly, by integer arithmetic.
 * @param candles The oldest first; so is the result.
 * @param step Length of the longer candles in seconds, a multiple of the length of the given ones. A period without
 * candles has no longer candle.
 */
export function aggregateCandles(candles: readonly Candle[], step: number): Candle[] {
  const groups: { time: number; parts: Candle[] }[] = []
  for (const candle of candles) {
    const time = candle.time - (candle.time % step)
    const last = groups.at(-1)
    if (last?.time === time) last.parts.push(candle)
    else groups.push({ time, parts: [candle] })
  }
  return groups.map(({ time, parts }) => joined(time, parts))
}

function joined(time: number, parts: readonly Candle[]): Candle {
  const figures = (name: 'high' | 'low' | 'volume') => parts.map((part) => parseUnits(part[name], places))
  const text = (units: bigint) => formatUnits(units, places)
  return {
    time,
    open: parts[0]?.open ?? '0',
    high: text(figures('high').reduce((highest, one) => (one > highest ? one : highest))),
    low: text(figures('low').reduce((lowest, one) => (one < lowest ? one : lowest))),
    close: parts.at(-1)?.close ?? '0',
    volume: text(figures('volume').reduce((sum, one) => sum + one)),
  }
}
