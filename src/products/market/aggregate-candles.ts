import type { Candle } from '../../sources/candles.ts'

/**
 * Candles of a longer stretch made of shorter ones: exactly, since all figures are whole numbers. `step` is a multiple of
 * the given candles' length; they come the oldest first, and so do the made ones. A stretch without any has none.
 */
export function aggregateCandles(candles: readonly Candle[], step: number): Candle[] {
  const made: Candle[] = []
  for (const candle of candles) {
    const time = candle.time - (candle.time % step)
    const last = made.at(-1)
    if (last?.time === time) made[made.length - 1] = joined(last, candle)
    else made.push({ ...candle, time })
  }
  return made
}

function joined(first: Candle, second: Candle): Candle {
  return {
    time: first.time,
    open: first.open,
    high: first.high > second.high ? first.high : second.high,
    low: first.low < second.low ? first.low : second.low,
    close: second.close,
    volume: first.volume + second.volume,
  }
}
