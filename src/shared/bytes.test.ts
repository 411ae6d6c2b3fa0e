import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runsOf } from '../../test/support/runs.ts'
import { fromHex, isHex, toHex, word } from './bytes.ts'
import { anyText } from '../../test/support/any-text.ts'

describe('bytes', () => {
  test('are read from their hex, in either case', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        const hex = toHex(bytes)
        expect(new Uint8Array(fromHex(hex))).toEqual(bytes)
        expect(new Uint8Array(fromHex(`0x${hex.slice(2).toUpperCase()}`))).toEqual(bytes)
      }),
    )
  })

  test('of a part of a buffer are the bytes of that part', () => {
    expect(toHex(Uint8Array.of(1, 2, 3, 4).subarray(1, 3))).toBe('0x0203')
  })

  test.each(['', '0', '0x0', '0xg0', '0X00', ' 0x00', '0x00 ', '0x00\n', '00', '0x\u0131\u0131'])('are not %j', (text) => {
    expect(isHex(text)).toBe(false)
    expect(() => fromHex(text)).toThrow(RangeError)
  })
})

test('text is hex exactly where it matches the pattern', () => {
  const pattern = /^0x(?:[0-9a-fA-F]{2})*$/
  // The lower bytes of Ł and ı are those of A and 1.
  const digits = fc.array(fc.oneof({ weight: 20, arbitrary: fc.constantFrom(...'09afAF') }, anyText()), {
    maxLength: 8,
  })
  const odd = fc.constantFrom(...'/:@G`gxX\u0141\u0131\u00c1\n\0')
  const text = fc
    .tuple(fc.constantFrom('0x', '0x', '0x', '0X', '', '0'), digits, fc.option(odd), digits)
    .map(([start, before, other, after]) => [start, ...before, other ?? '', ...after].join(''))
  let whole = 0
  fc.assert(
    fc.property(text, (any) => {
      expect(isHex(any)).toBe(pattern.test(any))
      if (isHex(any)) whole++
    }),
    { numRuns: runsOf(5_000) },
  )
  expect(whole).toBeGreaterThan(runsOf(50))
})

test('a word is the 32 bytes of its number, and a number that does not fit throws', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: (1n << 256n) - 1n }), (value) => {
      expect(word(value)).toHaveLength(32)
      expect(BigInt(toHex(word(value)))).toBe(value)
    }),
  )
  for (const value of [-1n, 1n << 256n]) expect(() => word(value)).toThrow(RangeError)
})
