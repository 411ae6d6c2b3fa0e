import { describe, expect, test } from 'vitest'
import { startStopwatch } from '../../../../test/support/stopwatch.ts'
import { createNoticePopulation } from './notice-population.ts'
import { dayMs, maxLateDays } from './notices-of-day.ts'

const at = (day: string, hour = 12) => Date.parse(`${day}T00:00:00Z`) + hour * 3_600_000
const all = createNoticePopulation('a seed')
const of = (from: string, to: string) => all.visibleAt(at(to) + 30 * dayMs, { from, to })

describe('the notices of a sandbox', () => {
  test('depend on the seed and the day alone, whatever was asked before', () => {
    const [one, other] = [createNoticePopulation('a seed'), createNoticePopulation('a seed')]
    const days = { from: '2026-10-05', to: '2026-10-09' }
    other.visibleAt(at('2027-03-01'), { from: '2025-01-01' })
    expect(one.visibleAt(at('2026-10-09'), days)).toEqual(other.visibleAt(at('2026-10-09'), days))
    expect(createNoticePopulation('another').visibleAt(at('2026-10-09'), days)).not.toEqual(one.visibleAt(at('2026-10-09'), days))
  })

  test('are published from Monday to Friday, in the past and in the future', () => {
    for (const [from, to] of [
      ['2025-06-02', '2025-06-08'],
      ['2028-01-03', '2028-01-09'],
    ] as const) {
      const days = new Set(of(from, to).map(({ day }) => new Date(day).getUTCDay()))
      expect(days).toEqual(new Set([1, 2, 3, 4, 5]))
    }
  })

  test('have numbers of their own', () => {
    const numbers = of('2026-01-01', '2026-12-31').map(({ number }) => number)
    expect(numbers.length).toBeGreaterThan(9_000)
    expect(new Set(numbers).size).toBe(numbers.length)
  })

  test('come from many countries, in many languages, about many codes', () => {
    const month = of('2026-10-01', '2026-10-31')
    const kinds = [
      month.map(({ country }) => country),
      month.map(({ language }) => language),
      month.flatMap(({ cpv }) => cpv),
      month.map(({ formType }) => formType),
    ]
    expect(kinds.map((kind) => new Set(kind).size)).toEqual([15, 14, expect.any(Number), 8])
    expect(new Set(kinds[2]).size).toBeGreaterThan(40)
  })

  test('appear in the morning of their day, or up to 20 days later', () => {
    const year = of('2026-01-01', '2026-12-31')
    const lateness = year.map(({ day, visibleAt }) => visibleAt - at(day, 7))
    const late = lateness.filter((ms) => ms > 0)
    expect(Math.min(...lateness)).toBe(0)
    expect(Math.max(...lateness)).toBeLessThanOrEqual(maxLateDays * dayMs)
    expect(late.length / year.length).toBeGreaterThan(0.02)
    expect(late.length / year.length).toBeLessThan(0.08)
    const [one] = year.filter(({ day, visibleAt }) => visibleAt > at(day, 7))
    const seen = (moment: number) => all.visibleAt(moment, { from: one!.day, to: one!.day }).some(({ number }) => number === one!.number)
    expect([seen(one!.visibleAt - 1), seen(one!.visibleAt)]).toEqual([false, true])
  })

  test('come in bursts of more than 60 about one subject in one country', () => {
    const byDay = new Map<string, number>()
    for (const { day, country, cpv } of of('2026-01-01', '2026-12-31'))
      if (country === 'DEU' && cpv.some((code) => code.startsWith('72'))) byDay.set(day, (byDay.get(day) ?? 0) + 1)
    expect([...byDay.values()].filter((count) => count > 60).length).toBeGreaterThan(2)
  })

  test('change others of up to some weeks before, which they name', () => {
    const year = of('2026-01-01', '2026-12-31')
    const byNumber = new Map(year.map((one) => [one.number, one]))
    const changes = year.filter(({ changes, day }) => changes !== null && day > '2026-02-01')
    expect(changes.length).toBeGreaterThan(300)
    for (const { changes: named, country, procedureId, day } of changes) {
      const changed = byNumber.get(named!.number)
      expect([changed?.country, changed?.procedureId]).toEqual([country, procedureId])
      expect([changed?.number, `${changed?.noticeId}-01`]).toContain(named!.reference)
      expect(changed!.day < day).toBe(true)
    }
  })

  test('are cheap: 400 days of polls, three a day, take a few seconds of one processor at most', () => {
    const elapsed = startStopwatch()
    let found = 0
    for (let poll = 0; poll < 1_200; poll++) {
      const moment = at('2026-01-01') + (poll * dayMs) / 3
      const from = new Date(moment - 60 * dayMs).toISOString().slice(0, 10)
      found += all.matching({ country: 'DEU', cpv: ['72'], from }, moment).length
    }
    expect(found).toBeGreaterThan(20_000)
    expect(elapsed()).toBeLessThan(10_000)
  })
})
