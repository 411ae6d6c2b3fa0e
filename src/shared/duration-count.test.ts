import fc from 'fast-check'
import { expect, test } from 'vitest'
import { durationAtShare, durationEnds, durationKey } from './duration-count.ts'

test('a share of durations is given as the end of the class that holds it', () => {
  const counts = new Map([
    [durationKey(0), 98],
    [durationKey(90), 1],
    [durationKey(5_000_000), 1],
  ])
  expect([0.5, 0.98, 0.99, 1].map((share) => durationAtShare(counts, share))).toEqual([1, 1, 100, 60_000])
  expect(durationAtShare(new Map(), 0.5)).toBeNull()
})

test('every duration below the last end is in a class that ends above it, and at most the next one below', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 59_999, noNaN: true }), (ms) => {
      const end = Number(durationKey(ms))
      expect(ms).toBeLessThan(end)
      const before = durationEnds[durationEnds.indexOf(end) - 1] ?? 0
      expect(ms).toBeGreaterThanOrEqual(before)
    }),
  )
})
