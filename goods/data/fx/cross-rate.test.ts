import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { crossRate, significantDigits } from './cross-rate.ts'

/** A fraction of whole numbers, exactly. */
type Fraction = readonly [numerator: bigint, denominator: bigint]

function fractionOf(text: string): Fraction {
  const [whole = '', places = ''] = text.split('.')
  return [BigInt(whole + places), 10n ** BigInt(places.length)]
}
const times = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * c, b * d]
/** How far one is from the other, in parts of the other times 10^15. */
function distance([a, b]: Fraction, [c, d]: Fraction): bigint {
  const difference = a * d - c * b
  return ((difference < 0n ? -difference : difference) * 10n ** 15n) / (b * c)
}
/** Half of the last digit of 1.00…, in the same measure: what one rounding may cost. */
const halfDigit = 10n ** 15n / 10n ** BigInt(significantDigits - 1) / 2n

/** Rates for 1 EUR as they are published: up to six significant digits, from the dearest to the cheapest currency. */
const perEur = fc.tuple(fc.integer({ min: 1, max: 999_999 }), fc.integer({ min: 0, max: 6 })).map(([digits, places]) => {
  const text = digits.toString().padStart(places + 1, '0')
  return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`
})

describe('a cross rate', () => {
  test.each([
    ['1', '1.1225', '1.1225'],
    ['1.1225', '1', '0.890868596882'],
    ['1.1225', '0.87010', '0.775144766147'],
    ['18650.22', '1', '0.00005361867045'],
    ['1', '18650.22', '18650.22'],
    ['0.5', '3', '6'],
    ['3', '2', '0.666666666667'],
    ['0.000001', '999999', '999999000000'],
    ['0.000007', '999999', '142857000000'],
    ['7', '7', '1'],
  ])('of %s and %s for 1 EUR is %s', (base, quote, rate) => {
    expect(crossRate(base, quote)).toBe(rate)
  })

  test('halves go to the even digit', () => {
    expect(crossRate('2', '0.200000000001')).toBe('0.1')
    expect(crossRate('2', '0.200000000003')).toBe('0.100000000002')
  })

  test('is as close to the exact quotient as 12 digits allow', () => {
    fc.assert(
      fc.property(perEur, perEur, (base, quote) => {
        const [a, b] = fractionOf(quote)
        const [c, d] = fractionOf(base)
        expect(distance(fractionOf(crossRate(base, quote)), [a * d, b * c])).toBeLessThanOrEqual(halfDigit)
      }),
    )
  })

  test('from the euro is the published rate itself', () => {
    fc.assert(
      fc.property(perEur, (quote) => {
        expect(crossRate('1', quote)).toBe(quote)
      }),
    )
  })

  test('a rate times its inverse is one, within the rounding of both', () => {
    fc.assert(
      fc.property(perEur, perEur, (one, other) => {
        const round = times(fractionOf(crossRate(one, other)), fractionOf(crossRate(other, one)))
        expect(distance(round, [1n, 1n])).toBeLessThanOrEqual(2n * halfDigit + 1n)
      }),
    )
  })

  test('through a third currency equals the direct rate, within the rounding of all', () => {
    fc.assert(
      fc.property(perEur, perEur, perEur, (one, other, third) => {
        const detour = times(fractionOf(crossRate(one, third)), fractionOf(crossRate(third, other)))
        expect(distance(detour, fractionOf(crossRate(one, other)))).toBeLessThanOrEqual(3n * halfDigit + 1n)
      }),
    )
  })

  test('of a currency against itself is one', () => {
    fc.assert(
      fc.property(perEur, (rate) => {
        expect(Number(crossRate(rate, rate))).toBe(1)
      }),
    )
  })
})
