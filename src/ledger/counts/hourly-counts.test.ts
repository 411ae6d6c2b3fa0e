import { expect, test } from 'vitest'
import type { AddCountsInput } from './add-counts.ts'
import { StoreOutcomeUnknown } from '../../store/store.ts'
import { createHourlyCounts } from './hourly-counts.ts'

const noon = Date.UTC(2026, 10, 21, 12)
const hourMs = 3_600_000

function open() {
  let now = noon
  let fault: Error | null = null
  const stored: AddCountsInput['counts'][number][] = []
  const counts = createHourlyCounts({
    clock: { now: () => now },
    ledger: {
      async addCounts(input) {
        if (fault) throw fault
        stored.push(...input.counts)
      },
    },
  })
  return { counts, stored, pass: (ms: number) => void (now += ms), failWith: (error: Error | null) => void (fault = error) }
}

test('events are stored with the hour in which they happened', async () => {
  const { counts, stored, pass } = open()
  counts.add('calls', 'a')
  counts.add('calls', 'a')
  pass(hourMs)
  counts.add('calls', 'a')
  await counts.flush()
  await counts.flush()
  expect(stored).toEqual([
    { at: noon, name: 'calls', key: 'a', count: 2 },
    { at: noon + hourMs, name: 'calls', key: 'a', count: 1 },
  ])
})

test('what could not be stored is stored later', async () => {
  const { counts, stored, failWith } = open()
  counts.add('calls', 'a')
  failWith(new Error('the disk is full'))
  await expect(counts.flush()).rejects.toThrow('the disk is full')
  failWith(null)
  counts.add('calls', 'a')
  await counts.flush()
  expect(stored.map(({ count }) => count)).toEqual([1, 1])
})

test('what may be stored is not stored twice', async () => {
  const { counts, stored, failWith } = open()
  counts.add('calls', 'a')
  failWith(new Error('unavailable', { cause: new StoreOutcomeUnknown('the connection was lost') }))
  await expect(counts.flush()).rejects.toThrow('unavailable')
  failWith(null)
  await counts.flush()
  expect(stored).toEqual([])
})

test('an outsider who invents names adds a bounded number of rows, and known names count on', async () => {
  const { counts, stored } = open()
  counts.add('calls', 'honest', () => 'other')
  await counts.flush()
  for (let index = 0; index < 5_000; index++) counts.add('calls', `invented ${index}`, () => 'other')
  counts.add('calls', 'honest', () => 'other')
  await counts.flush()
  const byKey = new Map(stored.map(({ key, count }) => [key, count]))
  expect(byKey.size).toBeLessThanOrEqual(2_001)
  expect(byKey.get('honest')).toBe(1)
  expect(stored.reduce((sum, { count }) => sum + count, 0)).toBe(5_002)
})
