import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromHex, isHex, toHex, word } from './bytes.ts'

describe('bytes', () => {
  test('come back from their hex, in either case of letters', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        const hex = toHex(bytes)
        expect(new Uint8Array(fromHex(hex))).toEqual(bytes)
        expect(new Uint8Array(fromHex(`0x${hex.slice(2).toUpperCase()}`))).toEqual(bytes)
      }),
    )
  })

  test('of a part of a buffer are those of the part', () => {
    expect(toHex(Uint8Array.of(1, 2, 3, 4).subarray(1, 3))).toBe('0x0203')
  })

  test.each(['', '0', '0x0', '0xg0', '0X00', ' 0x00', '0x00 ', '0x00\n', '00'])('are not %j', (text) => {
    expect(isHex(text)).toBe(false)
    expect(() => fromHex(text)).toThrow(RangeError)
  })
})

test('a word is the 32 bytes of its number, and there is none for what does not fit', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: (1n << 256n) - 1n }), (value) => {
      expect(word(value)).toHaveLength(32)
      expect(BigInt(toHex(word(value)))).toBe(value)
    }),
  )
  for (const value of [-1n, 1n << 256n]) expect(() => word(value)).toThrow(RangeError)
})
