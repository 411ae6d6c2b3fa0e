import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson } from './canonical-json.ts'

/** The same value with the members of all its objects in another order. */
function reordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reordered)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([name, member]) => [name, reordered(member)])
  return Object.fromEntries(members.toReversed())
}

test('is one text for one value, whatever the order of its members', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      const written = canonicalJson(value)
      const plain: unknown = JSON.parse(JSON.stringify(value))
      expect(JSON.parse(written)).toEqual(plain)
      expect(canonicalJson(reordered(plain))).toBe(written)
      expect(canonicalJson(JSON.parse(written))).toBe(written)
    }),
  )
})

test('leaves out undefined members, and writes a bigint as text', () => {
  expect(canonicalJson({ b: 1n << 70n, a: undefined, c: [1n] })).toBe('{"b":"1180591620717411303424","c":["1"]}')
})

test('keeps a member named __proto__', () => {
  expect(canonicalJson(JSON.parse('{"__proto__":{"a":1}}'))).toBe('{"__proto__":{"a":1}}')
})
