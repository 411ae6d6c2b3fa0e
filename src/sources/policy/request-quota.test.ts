import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRequestQuota } from './request-quota.ts'

const monthMs = 31 * 86_400_000

function open(perMonth: number) {
  let now = 1_000_000
  const quota = createRequestQuota({ perMonth }, { now: () => now })
  const asksUntilRefused = () => {
    let count = 0
    while (quota.waitMs() === 0) {
      quota.take()
      count++
    }
    return count
  }
  return { quota, asksUntilRefused, pass: (ms: number) => void (now += ms) }
}

test('a plan of 10,000 a month gives twenty at the start, then one every four and a half minutes', () => {
  const { quota, asksUntilRefused, pass } = open(10_000)
  expect(asksUntilRefused()).toBe(20)
  expect(quota.waitMs()).toBe(monthMs / 10_000)
  expect(() => quota.take()).toThrow(expect.objectContaining({ code: 'unreachable_paused', retryAfterMs: monthMs / 10_000 }))
  pass(monthMs / 10_000)
  expect(asksUntilRefused()).toBe(1)
})

test('requests that were not used are saved, but not more than a fiftieth of the month', () => {
  const { asksUntilRefused, pass } = open(10_000)
  pass(monthMs)
  expect(asksUntilRefused()).toBe(200)
})

test('whoever asks whenever it may stays within the month, and still has requests on its last day', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 100, max: 30_000 }),
      fc.array(fc.integer({ min: 1, max: 3_600_000 }), { maxLength: 200 }),
      (perMonth, waits) => {
        const { asksUntilRefused, pass } = open(perMonth)
        let [count, passed] = [asksUntilRefused(), 0]
        for (const ms of waits) {
          pass(ms)
          passed += ms
          count += asksUntilRefused()
        }
        expect(count).toBeLessThanOrEqual(perMonth * (passed / monthMs) + perMonth * 0.02 + 1)
      },
    ),
  )
})

test('a clock that is set back neither gives requests nor blocks for long', () => {
  const { quota, asksUntilRefused, pass } = open(10_000)
  asksUntilRefused()
  pass(-86_400_000)
  expect(quota.waitMs()).toBeLessThanOrEqual(monthMs / 10_000)
})
