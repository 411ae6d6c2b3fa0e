import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readIdempotencyKey, readQuery } from './read-query.ts'

const byName = ([one]: readonly [string, string], [other]: readonly [string, string]) => (one < other ? -1 : 1)

test('a query is read as it was written, with any names and values', () => {
  const text = fc.string({ unit: 'grapheme' })
  fc.assert(
    fc.property(fc.uniqueArray(fc.tuple(text, text), { selector: ([name]) => name, maxLength: 50 }), (members) => {
      const read = readQuery(new URLSearchParams(new URLSearchParams(members).toString()))
      expect(Object.entries(read).toSorted(byName)).toEqual(members.toSorted(byName))
    }),
  )
})

test('names of prototype members are names like others', () => {
  const read = readQuery(new URLSearchParams('__proto__=1&constructor=2&toString=3'))
  expect(Object.keys(read)).toEqual(['__proto__', 'constructor', 'toString'])
  expect(read['hasOwnProperty']).toBeUndefined()
})

test('a duplicate name is a problem that names it, and more than 50 names are a problem', () => {
  expect(() => readQuery(new URLSearchParams('a=1&b=2&a=1'))).toThrow(
    expect.objectContaining({ code: 'invalid_input', options: { field: 'query.a', expected: 'one value' } }),
  )
  const many = Array.from({ length: 51 }, (_, at) => `n${at}=1`).join('&')
  expect(() => readQuery(new URLSearchParams(many))).toThrow(expect.objectContaining({ code: 'invalid_input' }))
})

test('an idempotency key is taken unchanged, or refused', () => {
  expect(readIdempotencyKey(null)).toBeNull()
  for (const key of ['abcd_-09', 'k'.repeat(128)]) expect(readIdempotencyKey(key)).toBe(key)
  for (const key of ['', 'seven77', 'k'.repeat(129), 'with blank', 'aaaaaaaa, bbbbbbbb', 'schlüssel']) {
    expect(() => readIdempotencyKey(key)).toThrow(expect.objectContaining({ code: 'invalid_idempotency_key' }))
  }
})
