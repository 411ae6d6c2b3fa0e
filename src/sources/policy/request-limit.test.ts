import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRequestLimit } from './request-limit.ts'

describe('a limit of two requests a minute', () => {
  const open = () => {
    let now = 1_000_000
    const limit = createRequestLimit({ requests: 2, perMs: 60_000 }, { now: () => now })
    return { limit, pass: (ms: number) => void (now += ms) }
  }

  test('lets two go at once and says when the third may go', () => {
    const { limit, pass } = open()
    limit.take()
    pass(10_000)
    limit.take()
    expect(limit.waitMs()).toBe(50_000)
    expect(() => limit.take()).toThrow(expect.objectContaining({ code: 'unreachable_paused', retryAfterMs: 50_000 }))
    pass(50_000)
    expect(limit.waitMs()).toBe(0)
    limit.take()
    expect(limit.waitMs()).toBe(10_000)
  })

  test('a refused request does not count', () => {
    const { limit, pass } = open()
    limit.take()
    limit.take()
    for (let index = 0; index < 10; index++) expect(() => limit.take()).toThrow('paused')
    pass(60_000)
    expect(limit.waitMs()).toBe(0)
  })
})

test('a clock that is set back does not block it for long', () => {
  let now = 86_400_000
  const limit = createRequestLimit({ requests: 1, perMs: 60_000 }, { now: () => now })
  limit.take()
  now = 0
  expect(limit.waitMs()).toBe(0)
  limit.take()
  expect(limit.waitMs()).toBe(60_000)
})

test('no period contains more requests than allowed', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 1_000 }),
      fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 60 }),
      (requests, perMs, waits) => {
        let now = 0
        const limit = createRequestLimit({ requests, perMs }, { now: () => now })
        const went: number[] = []
        for (const wait of waits) {
          now += wait
          try {
            limit.take()
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
