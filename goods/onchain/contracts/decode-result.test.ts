import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeAbiParameters } from 'viem'
import { toHex } from '../../../src/shared/bytes.ts'
import type { Hex } from '../../../src/shared/bytes.ts'
import { addressInSlot, decodeAddress, decodeStringBytes, decodeUint } from './decode-result.ts'

const uint256 = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
const anAddress = fc.uint8Array({ minLength: 20, maxLength: 20 }).map(toHex)
const anything = fc.uint8Array({ maxLength: 200 }).map(toHex)

describe('reads what honest contracts return', () => {
  test('integers, with or without further data', () => {
    fc.assert(
      fc.property(uint256, uint256, (value, behind) => {
        expect(decodeUint(encodeAbiParameters([{ type: 'uint256' }], [value]))).toBe(value)
        expect(decodeUint(encodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], [value, behind]))).toBe(value)
      }),
    )
  })

  test('addresses', () => {
    fc.assert(
      fc.property(anAddress, (address) => {
        expect(decodeAddress(encodeAbiParameters([{ type: 'address' }], [address]))).toBe(address)
      }),
    )
  })

  test('strings', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 100 }), (text) => {
        const bytes = decodeStringBytes(encodeAbiParameters([{ type: 'string' }], [text]))
        expect(Buffer.from(bytes ?? []).toString()).toBe(Buffer.from(text).toString())
      }),
    )
  })

  test('bytes32 names, without their padding', () => {
    const padded: Hex = `0x${Buffer.from('MKR').toString('hex').padEnd(64, '0')}`
    expect(decodeStringBytes(padded)).toEqual(Buffer.from('MKR'))
    expect(decodeStringBytes(`0x${'00'.repeat(32)}`)).toEqual(Buffer.alloc(0))
  })
})

describe('what other contracts return', () => {
  test('is null or bytes of what was returned, never an error', () => {
    fc.assert(
      fc.property(fc.oneof(anything, fc.string() as fc.Arbitrary<Hex>), (data) => {
        decodeUint(data)
        decodeAddress(data)
        const bytes = decodeStringBytes(data)
        if (bytes) expect(data).toContain(toHex(bytes).slice(2))
      }),
    )
  })

  test('has no string where offset or length is out of range', () => {
    const words = (...values: readonly bigint[]): Hex => `0x${values.map((value) => value.toString(16).padStart(64, '0')).join('')}`
    expect(decodeStringBytes(words(32n, 33n, 0n))).toBeNull()
    expect(decodeStringBytes(words(32n, 2n ** 255n))).toBeNull()
    expect(decodeStringBytes(words(2n ** 256n - 1n, 0n))).toBeNull()
    expect(decodeStringBytes(words(64n, 0n))).toBeNull()
    expect(decodeStringBytes('0x')).toBeNull()
  })

  test('is not an address if the upper bytes are not zero', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 2n ** 160n, max: 2n ** 256n - 1n }), (value) => {
        expect(decodeAddress(toHex(Buffer.from(value.toString(16).padStart(64, '0'), 'hex')))).toBeNull()
        expect(addressInSlot(`0x${value.toString(16)}`)).toBeNull()
      }),
    )
  })
})

describe('storage slots', () => {
  test('hold an address with or without leading zeros', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 2n ** 160n - 1n }), (value) => {
        const address = `0x${value.toString(16).padStart(40, '0')}`
        expect(addressInSlot(`0x${value.toString(16)}`)).toBe(address)
        expect(addressInSlot(`0x${value.toString(16).padStart(64, '0')}`)).toBe(address)
      }),
    )
  })

  test('are empty when zero, and null when they are not a hex word', () => {
    for (const slot of ['0x0', `0x${'00'.repeat(32)}`, '0x', '', 'null', `0x${'1'.repeat(65)}`, '0xzz'])
      expect(addressInSlot(slot)).toBeNull()
  })
})
