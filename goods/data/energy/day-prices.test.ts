import { describe, expect, test } from 'vitest'
import { dayFreshness, deliveryDay, pricesOf } from './day-prices.ts'

const quarterMs = 900_000
const hourMs = 3_600_000

/** Points from the start of a day, one after the other. */
function points(day: string, stepMs: number, count: number, first = deliveryDay(day).start) {
  return Array.from({ length: count }, (_, index) => ({ at: first + index * stepMs, price: index / 4 }))
}

describe('the prices of a day', () => {
  test.each([
    ['2026-10-05', 96],
    ['2026-03-29', 92],
    ['2026-10-25', 100],
  ])('%s has %i quarter hours', (day, count) => {
    const { start, end } = deliveryDay(day)
    expect((end - start) / quarterMs).toBe(count)
    const read = pricesOf(points(day, quarterMs, 200, start - 10 * quarterMs), day)
    expect([read?.resolutionMinutes, read?.prices.length, read?.prices[0]]).toEqual([15, count, '2.5'])
  })

  test('hours stay hours', () => {
    expect(pricesOf(points('2026-10-25', hourMs, 30), '2026-10-25')).toMatchObject({ resolutionMinutes: 60, prices: { length: 25 } })
  })

  test('missing intervals and prices are null', () => {
    const given = points('2026-10-05', quarterMs, 96).filter((_, index) => index !== 5)
    const read = pricesOf(
      given.map((point, index) => (index === 7 ? { ...point, price: null } : point)),
      '2026-10-05',
    )
    expect(read?.prices.flatMap((price, index) => (price === null ? [index] : []))).toEqual([5, 8])
  })

  test('without any price the day is null', () => {
    expect(pricesOf(points('2026-10-05', quarterMs, 96), '2026-10-07')).toBeNull()
    expect(
      pricesOf(
        points('2026-10-05', quarterMs, 96).map(({ at }) => ({ at, price: null })),
        '2026-10-05',
      ),
    ).toBeNull()
  })

  test.each([
    ['beside the quarter hour', [{ at: deliveryDay('2026-10-05').start + 60_000, price: 1 }]],
    ['twice', [...points('2026-10-05', quarterMs, 4), ...points('2026-10-05', quarterMs, 1)]],
    ['every ten minutes', points('2026-10-05', 600_000, 6)],
  ])('a point %s is refused', (_, given) => {
    expect(() => pricesOf(given, '2026-10-05')).toThrow('wrong_shape')
  })
})

describe('how long prices are fresh', () => {
  const at = Date.parse('2026-10-05T08:00:00Z')
  const hours = (value: Parameters<typeof dayFreshness>[0]) => {
    const { freshUntil, staleUntil } = dayFreshness(value, at)
    return [(freshUntil - at) / hourMs, (staleUntil - freshUntil) / hourMs]
  }

  test('a whole day for a week, one with gaps for ten minutes', () => {
    const whole = pricesOf(points('2026-10-05', quarterMs, 96), '2026-10-05')
    expect(hours({ day: '2026-10-05', prices: whole })).toEqual([168, 24])
    expect(hours({ day: '2026-10-05', prices: pricesOf(points('2026-10-05', quarterMs, 90), '2026-10-05') })).toEqual([1 / 6, 24])
  })

  test('a day without prices until they may be published, and never longer', () => {
    expect(hours({ day: '2026-10-06', prices: null })).toEqual([2.75, 0])
    expect(hours({ day: '2026-10-05', prices: null })).toEqual([1 / 6, 0])
    expect(hours({ day: '2020-10-05', prices: null })).toEqual([6, 0])
  })
})
