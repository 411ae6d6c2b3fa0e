import { expect, test } from 'vitest'
import type { StoredCount } from '../../ledger/counts/read-counts.ts'
import { textOf } from '../console/html.ts'
import { statusHistory } from '../console/pages/status-history.ts'
import { createStatusHistory } from './status-history.ts'

const now = Date.parse('2026-11-28T12:30:00Z')
const dayMs = 86_400_000
const today = Date.parse('2026-11-28T00:00:00Z')

function history(health: readonly StoredCount[], durations: Readonly<Record<string, number>> = {}) {
  const asked: unknown[] = []
  const read = createStatusHistory({
    clock: { now: () => now },
    reading: {
      counts: async (input) => {
        asked.push(input)
        return [...health]
      },
      sumOfCounts: async ({ name }) => (name === 'paid-ms' ? Object.entries(durations).map(([key, count]) => ({ key, count })) : []),
    },
  })
  return { read, asked }
}

test('90 days have the checks of each, and the newest is today', async () => {
  const { read, asked } = history([
    { start: today - 89 * dayMs, key: 'ready', count: 1_440 },
    { start: today, key: 'ready', count: 700 },
    { start: today, key: 'not ready', count: 20 },
    { start: today, key: 'failed ledger', count: 20 },
  ])
  const found = await read()
  expect(found?.days).toHaveLength(90)
  expect(found?.days[0]).toEqual({ day: '2026-08-31', ready: 1_440, checks: 1_440 })
  expect(found?.days.at(-1)).toEqual({ day: '2026-11-28', ready: 700, checks: 720 })
  expect(found?.paid).toBeNull()
  // It is read once for all who look in the same minute.
  await read()
  expect(asked).toHaveLength(1)
})

test('the page says in words what its bars show, and how long answers took', async () => {
  const { read } = history(
    [
      { start: today - dayMs, key: 'ready', count: 1_439 },
      { start: today - dayMs, key: 'not ready', count: 1 },
      { start: today, key: 'ready', count: 750 },
    ],
    { 100: 60, 250: 39, 1500: 1, 4000: 1 },
  )
  const page = textOf(statusHistory(await read()))
  const words = 'Ready in 99.95 % of the checks of 2 days. 1 day had a failed check.'
  expect(page).toContain(`aria-label="The last 90 days. ${words}"`)
  expect([...page.matchAll(/<rect class="(\w+)"/g)].map(([, kind]) => kind).slice(-3)).toEqual(['none', 'partly', 'ready'])
  expect(page).toContain('p50 up to 100 ms, p99 up to 1500 ms, of 101')
})

test('a history that can not be read leaves the page whole', async () => {
  const fail = () => Promise.reject(new Error('the disk is full'))
  const read = createStatusHistory({ clock: { now: () => now }, reading: { counts: fail, sumOfCounts: fail } })
  expect(await read()).toBeNull()
  expect(textOf(statusHistory(null))).toContain("can't be read")
})
