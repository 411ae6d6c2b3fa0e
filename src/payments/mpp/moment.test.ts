import { expect, test } from 'vitest'
import { createMoments, expiresCharacters } from './moment.ts'

test('a moment is one object for all of its second, and another one for the next and for one that comes again', () => {
  let now = 1_795_230_481_000
  const momentNow = createMoments({ now: () => now }, 300)
  const first = momentNow()
  now += 999
  expect(momentNow()).toBe(first)
  now += 1
  const second = momentNow()
  expect(second).toMatchObject({ issuedAt: 1_795_230_482, expires: '2026-11-21T03:13:02Z' })
  now -= 1
  expect(momentNow()).toEqual(first)
})

test('a moment ends an opaque as base64url of the whole does, whatever the length of what is before', () => {
  for (const now of [0, 999_999_999_000, 1_795_230_481_000]) {
    const { endings, issuedAt, expires, expiresBytes } = createMoments({ now: () => now }, 60)()
    for (let length = 0; length < 30; length += 1) {
      const whole = Buffer.from(`${'x'.repeat(length)}","t":"${issuedAt}"}`, 'latin1')
      const ending = Buffer.from(endings[((length + 7) % 3) as 0 | 1 | 2]).toString('latin1')
      expect(whole.toString('base64url').endsWith(ending)).toBe(true)
      // Whole groups of four characters come before.
      expect((whole.toString('base64url').length - ending.length) % 4).toBe(0)
    }
    expect(Buffer.from(expiresBytes).toString('latin1')).toBe(expires)
    expect(expires).toHaveLength(expiresCharacters)
  }
})
