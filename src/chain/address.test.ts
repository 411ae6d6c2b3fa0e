import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getAddress, keccak256 as viemKeccak } from 'viem'
import { toHex } from '../shared/bytes.ts'
import { checksumAddress, isAddress, sameAddress } from './address.ts'
import { keccak256 } from './keccak.ts'

const address = fc.uint8Array({ minLength: 20, maxLength: 20 }).map(toHex)

test('keccak256 agrees with viem on bytes of any length', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => {
      expect(toHex(keccak256(bytes))).toBe(viemKeccak(bytes))
    }),
  )
})

test('checksums agree with viem for input in any case', () => {
  fc.assert(
    fc.property(address, fc.boolean(), (lower, upper) => {
      const given = upper ? (`0x${lower.slice(2).toUpperCase()}` as const) : lower
      expect(checksumAddress(given)).toBe(getAddress(lower))
    }),
  )
})

test('addresses are compared without case', () => {
  fc.assert(
    fc.property(address, (lower) => {
      expect(sameAddress(lower, checksumAddress(lower))).toBe(true)
    }),
  )
  expect(sameAddress('0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02914')).toBe(false)
})

test.each([
  '',
  '0x',
  '833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA0291',
  '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA0291g',
  '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913\n',
])('%j is no address', (text) => expect(isAddress(text)).toBe(false))
