import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseRetryAfter } from './retry-after.ts'

const now = Date.UTC(2026, 10, 21, 3, 8, 1)

describe('a wait', () => {
  test('is read in seconds', () => {
    fc.assert(
      fc.property(fc.nat(999_999_999), (seconds) => {
        expect(parseRetryAfter(String(seconds), now)).toBe(seconds * 1000)
      }),
    )
  })

  test('is read as a date, and is zero when that has passed', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000, max: 1_000_000 }), (seconds) => {
        const header = new Date(now + seconds * 1000).toUTCString()
        expect(parseRetryAfter(header, now)).toBe(Math.max(0, seconds * 1000))
      }),
    )
  })

  test.each([null, '', 'soon', '-1', '1.5', '1e3', '9999999999', '2026-11-21', 'Sat, 99 Nov 2026 03:08:01 GMT'])('is not %j', (header) => {
    expect(parseRetryAfter(header, now)).toBeNull()
  })
})
