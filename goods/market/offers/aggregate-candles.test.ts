import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatUnits, parseUnits } from '../../../src/shared/money.ts'
import type { Candle } from '../coins/candles.ts'
import { aggregateCandles } from './aggregate-candles.ts'

const text = (units: bigint) => formatUnits(units, 18)
const units = (decimal: string) => parseUnits(decimal, 18)
const price = fc.bigInt({ min: 1n, max: 10n ** 30n })
/** Candles of a minute, some minutes without any. */
const minutes = fc
  .array(
    fc.record({
      prices: fc.array(price, { minLength: 2, maxLength: 6 }),
      volume: fc.bigInt({ min: 1n, max: 10n ** 36n }),
      skip: fc.nat(3),
    }),
    {
      maxLength: 300,
    },
  )
  .map((given) => {
    let time = 1_790_000_040
    return given.map(({ prices, volume, skip }): Candle => {
      time += 60 * (1 + skip)
      const sorted = prices.toSorted((a, b) => (a < b ? -1 : 1))
      const [open, close, high, low] = [prices[0]!, prices.at(-1)!, sorted.at(-1)!, sorted[0]!].map(text) as [
        string,
        string,
        string,
        string,
      ]
      return { time, open, close, high, low, volume: text(volume) }
    })
  })
const total = (candles: readonly Candle[]) => candles.reduce((sum, { volume }) => sum + units(volume), 0n)
const steps = fc.constantFrom(300, 900, 1_800, 3_600, 14_400, 86_400)

test('the long candle opens with the first, closes with the last, spans all of them and sums their volumes', () => {
  fc.assert(
    fc.property(minutes, steps, (candles, step) => {
      const made = aggregateCandles(candles, step)
      expect(made.every((candle, index) => candle.time % step === 0 && candle.time > (made[index - 1]?.time ?? 0))).toBe(true)
      for (const long of made) {
        const parts = candles.filter(({ time }) => time >= long.time && time < long.time + step)
        expect([long.open, long.close]).toEqual([parts[0]?.open, parts.at(-1)?.close])
        expect(parts.every(({ high, low }) => units(high) <= units(long.high) && units(low) >= units(long.low))).toBe(true)
        expect(parts.some(({ high }) => high === long.high) && parts.some(({ low }) => low === long.low)).toBe(true)
        expect(units(long.volume)).toBe(total(parts))
      }
      expect(total(made)).toBe(total(candles))
    }),
  )
})

test('joining in several steps gives the same candles as joining at once', () => {
  fc.assert(
    fc.property(minutes, (candles) => {
      const once = aggregateCandles(candles, 86_400)
      expect(aggregateCandles(aggregateCandles(aggregateCandles(candles, 300), 3_600), 86_400)).toEqual(once)
      expect(aggregateCandles(once, 86_400)).toEqual(once)
    }),
  )
})

test('sums stay exact where floating point is not', () => {
  const volumes = ['0.1', '0.2', '100000000000.00000001', '0.000000000000000001']
  const candles = volumes.map((volume, index) => ({
    time: 1_790_000_100 + index * 60,
    open: '1',
    high: '1',
    low: '1',
    close: '1',
    volume,
  }))
  expect(aggregateCandles(candles, 86_400)).toMatchObject([{ volume: '100000000000.300000010000000001' }])
  expect(0.1 + 0.2).not.toBe(0.3)
})
