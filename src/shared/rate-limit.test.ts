import { expect, test } from 'vitest'
import { createRateLimit } from './rate-limit.ts'

test('a burst passes, then a fixed number per second, for each client separately', () => {
  let now = 0
  const limit = createRateLimit({ burst: 3, perSecond: 2, clock: { now: () => now } })
  expect([1, 2, 3, 4].map(() => limit.take('a'))).toEqual([0, 0, 0, 1])
  expect(limit.take('b')).toBe(0)
  now += 500
  expect([1, 2].map(() => limit.take('a'))).toEqual([0, 1])
})

test('a clock that is set back neither refills nor drains a bucket', () => {
  let now = 100_000
  const limit = createRateLimit({ burst: 1, perSecond: 1, clock: { now: () => now } })
  expect(limit.take('a')).toBe(0)
  now = 0
  expect(limit.take('a')).toBe(1)
  now = 1000
  expect(limit.take('a')).toBe(0)
})

test('reading the wait takes no token', () => {
  let now = 0
  const limit = createRateLimit({ burst: 1, perSecond: 2, clock: { now: () => now } })
  expect([1, 2, 3].map(() => limit.wait('a'))).toEqual([0, 0, 0])
  expect(limit.take('a')).toBe(0)
  expect([limit.wait('a'), limit.take('a'), limit.wait('a')]).toEqual([1, 1, 1])
  now += 500
  expect([limit.wait('a'), limit.take('a'), limit.wait('a')]).toEqual([0, 0, 1])
})

test('a heavy request takes several tokens or none, and one that is heavier than the bucket needs a full one', () => {
  let now = 0
  const limit = createRateLimit({ burst: 10, perSecond: 2, clock: { now: () => now } })
  expect([limit.take('a', 8), limit.take('a', 8), limit.take('a', 2)]).toEqual([0, 3, 0])
  expect(limit.take('b', 16)).toBe(0)
  expect(limit.take('b', 16)).toBe(5)
  now += 5_000
  expect(limit.take('b', 16)).toBe(0)
})
