import { expect, test } from 'vitest'
import { createLastUsed } from './last-used.ts'

test('of more entries than it may have, those that were used last are kept', () => {
  const cache = createLastUsed<number>(3)
  for (const [key, value] of Object.entries({ a: 1, b: 2, c: 3 })) cache.set(key, value)
  expect(cache.get('a')).toBe(1)
  cache.set('d', 4).set('d', 5)
  expect([...cache.entries()]).toEqual([
    ['d', 5],
    ['a', 1],
    ['c', 3],
  ])
  for (let index = 0; index < 100; index++) cache.set(`${index}`, index)
  expect([...cache.keys()]).toEqual(['99', '98', '97'])
})
