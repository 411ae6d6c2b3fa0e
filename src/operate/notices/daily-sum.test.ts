import { describe, expect, test } from 'vitest'
import type { AskBooks } from '../desk/desk-questions.ts'
import type { News } from '../hooks/deliver-hooks.ts'
import { createDailySum, type SummedDay } from './daily-sum.ts'

function open(at: string, last: string | null = null) {
  const state = { now: Date.parse(at), row: last === null ? null : { day: last }, fails: false }
  const told: News[] = []
  const sum = createDailySum({
    ask: (async (_: string, { firstDay, lastDay }: { firstDay: string; lastDay: string }) => ({
      json: { total: { earnedUsdc: '1.5' }, lines: [{ offer: 'tides', earnedUsdc: '1.5' }], costs: {} },
      text: `from ${firstDay} to ${lastDay}`,
    })) as unknown as AskBooks,
    rows: {
      get: async () => state.row,
      put: async (_: string, row: SummedDay) => void (state.row = row),
    } as never,
    async tell(news) {
      if (state.fails) throw new Error('the ledger is away')
      told.push(news)
    },
    name: () => 'Tides',
    clock: { now: () => state.now },
  })
  return { state, told, look: sum.look, days: () => told.map(({ id }) => id) }
}

describe('the sum of a day', () => {
  test('is told once, ten minutes after the day has ended in UTC', async () => {
    const { state, told, look } = open('2026-03-02T00:09:59Z', '2026-02-28')
    await look()
    expect(told).toEqual([])
    state.now = Date.parse('2026-03-02T00:10:00Z')
    await look()
    await look()
    expect(told).toEqual([
      {
        id: 'day-2026-03-01',
        kind: 'day.summed',
        data: { day: '2026-03-01', total: { earnedUsdc: '1.5' }, offers: [{ offer: 'tides', earnedUsdc: '1.5' }], costs: {} },
        mail: { subject: 'Tides: 1.5 USDC on 2026-03-01', text: 'from 2026-03-01 to 2026-03-01' },
      },
    ])
  })

  test('is not told of days before the operator asked for it', async () => {
    const { state, days, look } = open('2026-03-02T12:00:00Z')
    await look()
    expect(days()).toEqual([])
    state.now += 86_400_000
    await look()
    expect(days()).toEqual(['day-2026-03-02'])
  })

  test('is made up for after a stop, for a week at most', async () => {
    const { days, look } = open('2026-03-20T12:00:00Z', '2026-03-17')
    await look()
    expect(days()).toEqual(['day-2026-03-18', 'day-2026-03-19'])
    const long = open('2026-03-20T12:00:00Z', '2026-01-01')
    await long.look()
    expect(long.days()).toEqual([13, 14, 15, 16, 17, 18, 19].map((day) => `day-2026-03-${day}`))
  })

  test('that could not be kept for delivery is told at the next look', async () => {
    const { state, days, look } = open('2026-03-20T12:00:00Z', '2026-03-18')
    state.fails = true
    await expect(look()).rejects.toThrow('away')
    state.fails = false
    await look()
    expect(days()).toEqual(['day-2026-03-19'])
  })
})
