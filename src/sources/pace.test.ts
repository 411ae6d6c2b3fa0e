import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createPace } from './pace.ts'

describe('a pace of two requests a minute', () => {
  const open = () => {
    let now = 1_000_000
    const pace = createPace({ requests: 2, perMs: 60_000 }, { now: () => now })
    return { pace, pass: (ms: number) => void (now += ms) }
  }

  test('lets two go at once and says when the third may', () => {
    const { pace, pass } = open()
    pace.take()
    pass(10_000)
    pace.take()
    expect(pace.waitMs()).toBe(50_000)
    expect(() => pace.take()).toThrow(expect.objectContaining({ code: 'unreachable_paused', retryAfterMs: 50_000 }))
    pass(50_000)
    expect(pace.waitMs()).toBe(0)
    pace.take()
    expect(pace.waitMs()).toBe(10_000)
  })

  test('one that was refused does not count', () => {
    const { pace, pass } = open()
    pace.take()
    pace.take()
    for (let index = 0; index < 10; index++) expect(() => pace.take()).toThrow('paused')
    pass(60_000)
    expect(pace.waitMs()).toBe(0)
  })
})

test('a clock that is put back does not stop it for long', () => {
  let now = 86_400_000
  const pace = createPace({ requests: 1, perMs: 60_000 }, { now: () => now })
  pace.take()
  now = 0
  expect(pace.waitMs()).toBe(0)
  pace.take()
  expect(pace.waitMs()).toBe(60_000)
})

test('no stretch of time ever holds more requests than allowed', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 1_000 }),
      fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 60 }),
      (requests, perMs, waits) => {
        let now = 0
        const pace = createPace({ requests, perMs }, { now: () => now })
        const went: number[] = []
        for (const wait of waits) {
          now += wait
          try {
            pace.take()
            went.push(now)
          } catch {
            continue
          }
        }
        for (const start of went) expect(went.filter((at) => at >= start && at < start + perMs).length).toBeLessThanOrEqual(requests)
      },
    ),
  )
})
