import { expect, test } from 'vitest'
import { createSeenBefore } from './seen-before.ts'

test('knows the last names of as many as it is made for, and no more than twice as many', () => {
  const seen = createSeenBefore(3)
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  for (const [index, name] of names.entries()) {
    expect(seen.has(name)).toBe(false)
    seen.add(name)
    for (const late of names.slice(Math.max(0, index - 2), index + 1)) expect(seen.has(late)).toBe(true)
    expect(names.filter((one) => seen.has(one)).length).toBeLessThanOrEqual(6)
  }
})
