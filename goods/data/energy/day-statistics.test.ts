import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { statisticsOf } from './day-statistics.ts'

const day = (prices: (string | null)[], resolutionMinutes: 15 | 30 | 60 = 15) => ({ prices, resolutionMinutes })

describe('of a day', () => {
  test('lowest, highest, mean and the cheapest window', () => {
    expect(statisticsOf(day(['10', '-5.5', '2', '3', '40']), 30)).toEqual({
      lowest: 1,
      highest: 4,
      mean: '9.9',
      cheapest: { startMinute: 15, mean: '-1.75' },
    })
  })

  test('picks the earliest of several', () => {
    expect(statisticsOf(day(['1', '1', '1']), 15)).toMatchObject({ lowest: 0, highest: 0, cheapest: { startMinute: 0 } })
  })

  test('an hour counts as four quarters, so a window of 90 minutes begins or ends inside an hour', () => {
    const { cheapest } = statisticsOf(day(['30', '10', '20', '40'], 60), 90)
    expect(cheapest).toEqual({ startMinute: 60, mean: '13.3333' })
  })

  test('gaps do not count, and no window spans a gap', () => {
    expect(statisticsOf(day(['5', null, '7', '9']), 30)).toEqual({
      lowest: 0,
      highest: 3,
      mean: '7',
      cheapest: { startMinute: 30, mean: '8' },
    })
    expect(statisticsOf(day(['5', null, '7']), 30).cheapest).toBeNull()
    expect(statisticsOf(day([null, null]), 15)).toEqual({ lowest: null, highest: null, mean: null, cheapest: null })
  })

  test('there is no window longer than the day', () => {
    expect(statisticsOf(day(['5', '6']), 45).cheapest).toBeNull()
  })

  test('means are rounded to four places, halves away from zero', () => {
    expect(statisticsOf(day(['0.0001', '0.0002']), 15).mean).toBe('0.0002')
    expect(statisticsOf(day(['-0.0001', '-0.0002']), 15).mean).toBe('-0.0002')
    expect(statisticsOf(day(['1', '1', '2']), 15).mean).toBe('1.3333')
    expect(statisticsOf(day(['0.00001', '-0.00001']), 15).mean).toBe('0')
  })
})

test('the cheapest window is the one that an exhaustive search finds', () => {
  const cents = fc.option(fc.integer({ min: -50_000, max: 400_000 }), { freq: 12 })
  const days = fc.tuple(fc.array(cents, { minLength: 1, maxLength: 100 }), fc.constantFrom(15, 30, 60))
  const text = (value: number | null) =>
    value === null ? null : `${value < 0 ? '-' : ''}${Math.floor(Math.abs(value) / 100)}.${String(Math.abs(value) % 100).padStart(2, '0')}`
  fc.assert(
    fc.property(days, fc.integer({ min: 1, max: 96 }), ([values, resolution], quarters) => {
      const each = values.flatMap((value) => Array.from({ length: resolution / 15 }, () => value))
      const stretches = each.flatMap((_, start) => {
        const stretch = each.slice(start, start + quarters)
        return stretch.length < quarters || stretch.includes(null)
          ? []
          : [{ start, total: stretch.reduce<number>((sum, value) => sum + (value ?? 0), 0) }]
      })
      const least = Math.min(...stretches.map(({ total }) => total))
      const first = stretches.find(({ total }) => total === least)
      const { cheapest, mean, lowest } = statisticsOf(day(values.map(text), resolution), quarters * 15)
      expect(cheapest?.startMinute).toBe(first && first.start * 15)
      if (first) expect(Number(cheapest?.mean)).toBeCloseTo(first.total / 100 / quarters, 3)
      const known = values.filter((value) => value !== null)
      if (known.length > 0) expect(Number(mean)).toBeCloseTo(known.reduce((sum, value) => sum + value, 0) / 100 / known.length, 3)
      expect(lowest === null ? null : values[lowest]).toBe(known.length === 0 ? null : Math.min(...known))
    }),
  )
})
