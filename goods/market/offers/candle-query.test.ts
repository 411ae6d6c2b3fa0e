import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { candleQuery, candlesAsked, intervalSeconds, maxCandles } from './candle-query.ts'
import type { Interval } from './candle-query.ts'

const now = Date.parse('2026-11-18T18:34:10Z')
const read = (query: Record<string, string>) => candleQuery.safeParse(query)
const ask = (query: Record<string, string>, at = now) => {
  const { from, to, step, nextFrom } = candlesAsked(candleQuery.parse(query), at)
  return [iso(from), iso(to), step, nextFrom === null ? null : iso(nextFrom)]
}
const iso = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 16)

describe('a query takes', () => {
  test('times as date, as date and time with a zone, or as seconds', () => {
    for (const from of ['2026-11-18', '2026-11-18T00:00:00Z', '2026-11-18T01:00:00+01:00', '2026-11-18T00:00:00.000Z', '1794960000'])
      expect(candleQuery.parse({ from }).from).toBe(1_794_960_000)
    for (const from of [
      '',
      'yesterday',
      '2026-02-30',
      '2026-11-18T00:00',
      '2026-11',
      '1e9',
      '-1',
      '17949600000',
      '1970-01-01',
      '1000000000',
    ])
      expect(read({ from }).error?.issues[0], from).toMatchObject({ path: ['from'], message: expect.stringContaining('2026-10-05') })
  })

  test('an interval of the list, a limit within bounds, a quote of the list', () => {
    for (const interval of ['2m', '1w', '60', '1H', '']) expect(read({ interval }).success, interval).toBe(false)
    for (const limit of ['0', '721', '-1', '1.5', '1e2', '', ' 1', '9999']) expect(read({ limit }).success, limit).toBe(false)
    for (const limit of ['1', '720']) expect(read({ limit }).success, limit).toBe(true)
    expect([read({ quote: 'EUR' }).success, read({ quote: 'XYZ' }).success]).toEqual([true, false])
    expect(read({ interval: '1h', other: 'ignored' }).success).toBe(true)
  })

  test('a beginning before the end', () => {
    expect(read({ from: '2026-11-18', to: '2026-11-18' }).error?.issues[0]).toMatchObject({ path: ['from'] })
    expect(read({ from: '2026-11-19', to: '2026-11-18' }).success).toBe(false)
    expect(read({ from: '2026-11-17', to: '2026-11-18' }).success).toBe(true)
  })
})

describe('a query means', () => {
  test('without "from", the latest candles with the unfinished one', () => {
    expect(ask({})).toEqual(['2026-11-14T15:00', '2026-11-18T19:00', 3_600, null])
    expect(ask({ interval: '1d', limit: '2' })).toEqual(['2026-11-17T00:00', '2026-11-19T00:00', 86_400, null])
    expect(ask({ limit: '1' }, Date.parse('2026-11-18T18:00:00Z'))).toEqual(['2026-11-18T18:00', '2026-11-18T19:00', 3_600, null])
    expect(ask({ limit: '2', to: '2026-11-18T12:00:00Z' })).toEqual(['2026-11-18T10:00', '2026-11-18T12:00', 3_600, null])
    expect(ask({ limit: '2', to: '2026-11-18T12:30:00Z' })).toEqual(['2026-11-18T11:00', '2026-11-18T13:00', 3_600, null])
  })

  test('with "from", the candles that begin from there on, cut off at the limit', () => {
    expect(ask({ from: '2026-11-18T12:30:00Z' })).toEqual(['2026-11-18T13:00', '2026-11-18T19:00', 3_600, null])
    expect(ask({ from: '2026-11-18T12:30:00Z', limit: '2' })).toEqual(['2026-11-18T13:00', '2026-11-18T15:00', 3_600, '2026-11-18T15:00'])
    expect(ask({ interval: '1m', from: '2026-01-01', limit: '5' })).toEqual([
      '2026-01-01T00:00',
      '2026-01-01T00:05',
      60,
      '2026-01-01T00:05',
    ])
  })

  test('an end slightly ahead of the clock means now; an end further ahead is refused', () => {
    expect(ask({ limit: '1', to: '2026-11-18T18:35:00Z' })).toEqual(['2026-11-18T18:00', '2026-11-18T19:00', 3_600, null])
    const refused = (query: Record<string, string>) => () => ask(query)
    expect(refused({ to: '2026-11-18T18:36:00Z' })).toThrow('query.to')
    expect(refused({ from: '2026-11-18T18:35:00Z' })).toThrow('query.from')
    expect(refused({ interval: '1d', from: '2026-11-18T12:00:00Z' })).toThrow('at least one candle')
    expect(refused({ interval: '1m', from: '2026-11-17' })).toThrow('at most 720 candles of 1m, or a limit; this one holds 2555')
  })

  test('for any query, the range holds whole candles, at most the maximum, and none that begins in the future', () => {
    const interval = fc.constantFrom(...(Object.keys(intervalSeconds) as Interval[]))
    const seconds = fc.integer({ min: 1_231_000_000, max: Math.floor(now / 1000) })
    fc.assert(
      fc.property(
        interval,
        fc.option(seconds, { nil: undefined }),
        fc.option(seconds, { nil: undefined }),
        fc.option(fc.integer({ min: 1, max: 720 }), { nil: undefined }),
        (name, from, to, limit) => {
          const given = { interval: name, from, to, limit, quote: 'USD' as const }
          try {
            const asked = candlesAsked(given, now)
            const count = (asked.to - asked.from) / asked.step
            expect([asked.from % asked.step, asked.to % asked.step, asked.step]).toEqual([0, 0, intervalSeconds[name]])
            expect(count).toBeGreaterThanOrEqual(1)
            expect(count).toBeLessThanOrEqual(limit ?? maxCandles)
            expect(asked.to - asked.step).toBeLessThanOrEqual(now / 1000)
            if (from !== undefined) expect(asked.from).toBeGreaterThanOrEqual(from)
          } catch (error) {
            expect(error).toMatchObject({ code: 'invalid_input' })
          }
        },
      ),
    )
  })
})
