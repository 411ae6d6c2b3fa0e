import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { confidenceOf, freshnessAt, type Grounds, type SourceObservation } from './confidence.ts'

const observation = fc.record({
  origin: fc.constantFrom('a', 'b', 'c', 'd'),
  certainty: fc.double({ min: 0.01, max: 0.99, noNaN: true }),
  freshness: fc.double({ min: 0.5, max: 1, noNaN: true }),
})
const grounds: fc.Arbitrary<Grounds> = fc.record({
  parts: fc.array(fc.array(observation, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 6 }),
  missing: fc.nat(30),
  fallback: fc.boolean(),
})

/** The same grounds with other observations for the first part. */
const withFirst = (
  { parts, ...rest }: Grounds,
  change: (first: readonly SourceObservation[]) => readonly SourceObservation[],
): Grounds => ({
  ...rest,
  parts: parts.map((part, index) => (index === 0 ? change(part) : part)),
})

describe('the confidence of an answer', () => {
  test('lies between 0 and 1, with two decimals', () => {
    fc.assert(
      fc.property(grounds, (given) => {
        const confidence = confidenceOf(given)
        expect(confidence).toBeGreaterThanOrEqual(0)
        expect(confidence).toBeLessThanOrEqual(1)
        expect(Number(confidence.toFixed(2))).toBe(confidence)
      }),
    )
  })

  test('is never lower with one more source of a figure', () => {
    fc.assert(
      fc.property(grounds, observation, (given, more) => {
        expect(confidenceOf(withFirst(given, (first) => [...first, more]))).toBeGreaterThanOrEqual(confidenceOf(given))
      }),
    )
  })

  test('is never higher with an older observation', () => {
    fc.assert(
      fc.property(grounds, fc.double({ min: 0.5, max: 1, noNaN: true }), (given, factor) => {
        const older = withFirst(given, (first) =>
          first.map((one, index) => (index === 0 ? { ...one, freshness: one.freshness * factor } : one)),
        )
        expect(confidenceOf(older)).toBeLessThanOrEqual(confidenceOf(given))
      }),
    )
  })

  test('is never higher with one more missing member, or with a fallback', () => {
    fc.assert(
      fc.property(grounds, (given) => {
        expect(confidenceOf({ ...given, missing: given.missing + 1 })).toBeLessThanOrEqual(confidenceOf(given))
        expect(confidenceOf({ ...given, fallback: true })).toBeLessThanOrEqual(confidenceOf(given))
      }),
    )
  })

  test('does not count a relay of the same origin', () => {
    const ecb = { origin: 'ecb', certainty: 0.95, freshness: 1 }
    const relay = { origin: 'ecb', certainty: 0.9, freshness: 1 }
    expect(confidenceOf({ parts: [[ecb, relay, relay]], missing: 0, fallback: false })).toBe(0.95)
    expect(confidenceOf({ parts: [[relay]], missing: 0, fallback: true })).toBe(0.81)
  })

  test('does not depend on the order of sources and parts', () => {
    fc.assert(
      fc.property(grounds, (given) => {
        const reversed = { ...given, parts: given.parts.map((part) => part.toReversed()).toReversed() }
        expect(confidenceOf(reversed)).toBeCloseTo(confidenceOf(given), 1)
      }),
    )
  })

  test('is 0 for an answer that rests on nothing', () => {
    expect(confidenceOf({ parts: [], missing: 0, fallback: false })).toBe(0)
  })
})

describe('the freshness of a value', () => {
  test('falls from 1 to 0.5 between the two bounds, and never rises', () => {
    const bounds = { freshUntil: 1_000, staleUntil: 3_000 }
    expect([0, 999, 1_000, 2_000, 3_000, 9_000].map((now) => freshnessAt(now, bounds))).toEqual([1, 1, 1, 0.75, 0.5, 0.5])
    fc.assert(
      fc.property(fc.nat(5_000), fc.nat(5_000), fc.nat(5_000), fc.nat(5_000), (now, later, fresh, stale) => {
        const given = { freshUntil: fresh, staleUntil: fresh + stale }
        expect(freshnessAt(now + later, given)).toBeLessThanOrEqual(freshnessAt(now, given))
      }),
    )
  })
})
