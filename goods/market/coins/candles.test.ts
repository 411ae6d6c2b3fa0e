import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { floorTo } from './candle-feed.ts'
import { candleFreshness, readCandles, settledAt } from './candles.ts'
import type { CandlePage, WrittenCandle } from './candles.ts'

const now = Date.parse('2026-11-18T18:34:10Z')
const time = floorTo(now / 1000, 3_600)
const fine: WrittenCandle = { time, open: 2, high: 4, low: 1, close: 3, volume: 10 }
const read = (...written: Partial<WrittenCandle>[]) =>
  readCandles(
    written.map((one) => ({ ...fine, ...one })),
    3_600,
    now,
  )

describe('candles of an upstream', () => {
  test('are sorted, the oldest first, from numbers or texts', () => {
    expect(read({}, { time: time - 3_600, open: '2.50', high: '4e0', low: 1.5e-5, close: '3.000', volume: '0.00000001' })).toEqual([
      { time: time - 3_600, open: '2.5', high: '4', low: '0.000015', close: '3', volume: '0.00000001' },
      { time, open: '2', high: '4', low: '1', close: '3', volume: '10' },
    ])
  })

  test('of a period without a trade are removed', () => {
    expect(read({ volume: 0 }, { time: time - 3_600, volume: '0.0' })).toEqual([])
  })

  test.each<[string, Partial<WrittenCandle>]>([
    ['a low above the open', { low: 2.5 }],
    ['a high below the close', { high: 2.5 }],
    ['a price of nothing', { low: 0 }],
    ['a negative volume', { volume: -1 }],
    ['a price that is no number', { open: 'NaN' }],
    ['a figure with more places than anybody trades in', { open: '2.000000000000000000000000000000000000001' }],
    ['a figure longer than any of this world', { high: '9'.repeat(50) }],
    ['a beginning between two candles', { time: time + 60 }],
    ['a beginning that is no whole second', { time: time + 0.5 }],
    ['a beginning long after now', { time: time + 7_200 }],
  ])('with %s are refused', (_, wrong) => {
    expect(() => read(wrong)).toThrow('not understood')
  })

  test('with duplicate times are refused', () => {
    expect(() => read({}, {})).toThrow('not understood')
  })

  test('with every figure that a double can hold keep its shortest decimal', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 1e12, noNaN: true }), (price) => {
        const [candle] = read({ open: price, high: price, low: price, close: price })
        expect([Number(candle!.open), /^\d+(\.\d*[1-9])?$/.test(candle!.open)]).toEqual([price, true])
      }),
      { examples: [[0.1], [86_000.01], [1.5e-5]] },
    )
  })
})

describe('a page', () => {
  const page = (step: number, complete = false): CandlePage => ({ candles: [], from: 0, settledAt: 0, step, complete })
  const minutes = (at: number) => (at - now) / 60_000

  test('that is complete stays valid', () => {
    expect(minutes(candleFreshness(page(60, true), now).refreshAt)).toBeGreaterThan(500_000)
  })

  test('of the present is fresh until its last candle closes, at most for 15 minutes', () => {
    const freshFor = (step: number) => candleFreshness(page(step), now).freshUntil - now
    expect([freshFor(60), freshFor(300), freshFor(900), freshFor(86_400)]).toEqual([52_000, 52_000, 652_000, 900_000])
    const { freshUntil, staleUntil } = candleFreshness(page(60), now)
    expect(staleUntil - freshUntil).toBe(900_000)
  })

  test('decides by its time which candles are final, and allows two seconds for late trades', () => {
    expect(settledAt(now)).toBe(now / 1000 - 2)
    const closing = (Math.floor(now / 60_000) + 1) * 60_000
    expect(candleFreshness(page(60), closing + 1_000).freshUntil).toBe(closing + 2_000)
  })
})
