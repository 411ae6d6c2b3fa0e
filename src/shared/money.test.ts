import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AmountError, divideUp, formatUnits, parseUnits, usd } from './money.ts'

const units = fc.bigInt({ min: 0n, max: 10n ** 59n })
const places = fc.nat(30)

describe('an amount', () => {
  test('is read as it was written, whatever its size and decimal places', () => {
    fc.assert(
      fc.property(units, places, (amount, decimals) => {
        expect(parseUnits(formatUnits(amount, decimals), decimals)).toBe(amount)
        expect(formatUnits(-amount, decimals)).toBe(amount === 0n ? '0' : `-${formatUnits(amount, decimals)}`)
      }),
    )
  })

  test('is written in one way only, the shortest', () => {
    expect([7500n, 1_000_000n, 0n, 1n, 12_500_000n].map((amount) => formatUnits(amount, 6))).toEqual([
      '0.0075',
      '1',
      '0',
      '0.000001',
      '12.5',
    ])
    fc.assert(
      fc.property(units, (amount) => {
        expect(formatUnits(amount, 6)).toMatch(/^(?:0|[1-9]\d*)(?:\.\d{0,5}[1-9])?$/)
      }),
    )
  })

  test('may end in zeros without changing its value', () => {
    expect(usd('0.0075')).toBe(7500n)
    expect(usd('0.007500')).toBe(7500n)
  })

  test.each([
    '',
    ' 1',
    '1 ',
    '+1',
    '-1',
    '01',
    '.5',
    '1.',
    '1e3',
    '0x1',
    '1,5',
    '１',
    'NaN',
    '0.0000001',
    '1.0000000',
    `1${'0'.repeat(60)}`,
  ])('is not %j: nothing is ever rounded or guessed', (text) => {
    expect(() => usd(text)).toThrow(AmountError)
  })
})

test('division rounds up where there is a remainder', () => {
  fc.assert(
    fc.property(units, fc.bigInt({ min: 1n, max: 10n ** 30n }), (numerator, denominator) => {
      const quotient = divideUp(numerator, denominator)
      expect(quotient * denominator >= numerator).toBe(true)
      expect((quotient - 1n) * denominator < numerator).toBe(true)
    }),
  )
})
