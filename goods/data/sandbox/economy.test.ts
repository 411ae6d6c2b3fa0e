import fc from 'fast-check'
import { expect, test } from 'vitest'
import { priceAt } from './day-ahead.ts'
import { macroFigure, periodsUntil } from './macro-figures.ts'

const quarterMs = 900_000
const day = fc.integer({ min: Date.parse('2026-01-01') / 86_400_000, max: Date.parse('2036-01-01') / 86_400_000 })

test('the figures of a country drift from month to month, and do not jump', () => {
  for (const area of ['DE', 'FR', 'EA21', 'US']) {
    const months = periodsUntil(Date.parse('2026-11-24'), 'M', 120).map((period) => macroFigure('unemployment', area, period))
    const steps = months.slice(1).map((value, index) => Math.abs(value - (months[index] ?? 0)))
    expect(Math.max(...steps), area).toBeLessThan(0.35)
    expect(new Set(months).size, area).toBeGreaterThan(5)
  }
})

test('a large country has more people and dollars than a small one, and a few more every year', () => {
  const people = (area: string, year = '2025') => macroFigure('population', area, year)
  expect([people('US'), people('DE'), people('MT')].map((count) => Math.round(count / 100_000))).toEqual([3_420, 835, 6])
  expect(people('DE', '2026') / people('DE') - 1).toBeCloseTo(0.003, 4)
  expect(macroFigure('gdp', 'DE', '2025')).toBeGreaterThan(macroFigure('gdp', 'MT', '2025') * 20)
})

test('electricity is dearer in the evening than at night, in every zone on every day, and no two quarter hours are alike', () => {
  fc.assert(
    fc.property(day, fc.constantFrom('DE-LU', 'FR', 'FI'), (start, zone) => {
      const at = (hour: number) => priceAt(zone, start * 86_400_000 + hour * 3_600_000)
      expect(at(18)).toBeGreaterThan(at(2))
      const all = Array.from({ length: 96 }, (_, index) => priceAt(zone, start * 86_400_000 + index * quarterMs))
      expect(new Set(all).size).toBeGreaterThan(70)
      expect(Math.min(...all)).toBeGreaterThan(-40)
      expect(Math.max(...all)).toBeLessThan(200)
    }),
  )
})

test('prices are below zero now and then, at noon of a summer day and never at night', () => {
  const hours = Array.from({ length: 365 * 24 }, (_, hour) => Date.parse('2026-01-01') + hour * 3_600_000)
  const below = hours.filter((at) => priceAt('DE-LU', at) < 0).map((at) => new Date(at))
  expect(below.length).toBeGreaterThan(5)
  expect(below.every((at) => at.getUTCHours() >= 9 && at.getUTCHours() <= 15)).toBe(true)
  expect(below.every((at) => at.getUTCMonth() >= 3 && at.getUTCMonth() <= 8)).toBe(true)
})
