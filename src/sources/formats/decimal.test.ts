import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseSigned, plainDecimal } from './decimal.ts'

describe('a number as a plain decimal', () => {
  test.each([
    [94.87, '94.87'],
    [0, '0'],
    [-0, '0'],
    [-5.12, '-5.12'],
    [1e-7, '0.0000001'],
    [1.5e-7, '0.00000015'],
    [1e21, '1000000000000000000000'],
    ['0.87010', '0.87010'],
    ['2.5E-1', '0.25'],
    ['1.25e2', '125'],
    ['12.5e1', '125'],
    ['0.5E1', '5'],
    ['-0.0', '0.0'],
  ])('%s is %s', (given, text) => {
    expect(plainDecimal(given)).toBe(text)
  })

  test.each([Number.NaN, Infinity, 1e300, 'NaN', '', '.5', '1.', '1,5', '0x10', '1e999', '--1', ' 1', '1 ', '00.5'])(
    '%s is refused',
    (given) => {
      expect(plainDecimal(given)).toBeNull()
    },
  )

  test('is the same number at any size', () => {
    const numbers = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 })
    fc.assert(
      fc.property(numbers, (number) => {
        const text = plainDecimal(number)
        if (text === null) {
          expect(Math.abs(number)).toBeLessThan(1e-9)
          return
        }
        expect(text).toMatch(/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/)
        expect(Number(text)).toBe(number === 0 ? 0 : number)
      }),
    )
  })
})

test('fixed point keeps the sign', () => {
  expect([parseSigned('-5.12', 4), parseSigned('5.12', 4), parseSigned('-0', 4)]).toEqual([-51_200n, 51_200n, 0n])
  expect(() => parseSigned('1.23456', 4)).toThrow('too many decimal places')
})
