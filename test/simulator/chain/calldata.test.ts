import fc from 'fast-check'
import { expect, test } from 'vitest'
import { multicall3 } from '../../../src/chain/multicall.ts'
import { transferCall } from '../../../src/chain/transfer-call.ts'
import { type Hex, toHex } from '../../../src/shared/bytes.ts'
import { base } from './chain.fixture.ts'
import { authorizationsIn, decodeAggregate3, decodeTokenCall } from './calldata.ts'

const bytes = (minLength: number, maxLength = minLength) => fc.uint8Array({ minLength, maxLength }).map(toHex)
const uint = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
const authorization = fc.record({
  from: bytes(20),
  to: bytes(20),
  value: uint,
  validAfter: uint,
  validBefore: uint,
  nonce: bytes(32),
  signature: fc.oneof(bytes(65), bytes(0, 200)),
})
const lower = (hex: Hex) => hex.toLowerCase() as Hex

test('calldata of the service is decoded, alone and in a batch', () => {
  fc.assert(
    fc.property(fc.array(authorization, { minLength: 1, maxLength: 20 }), (authorizations) => {
      const { to, data } = transferCall(base.asset, authorizations)
      expect(authorizationsIn(base.asset, lower(to), data)).toEqual(authorizations)
    }),
  )
})

test('truncated or altered calldata never makes the decoder throw', () => {
  const batch = fc.array(authorization, { minLength: 2, maxLength: 4 }).map((all) => transferCall(base.asset, all).data)
  fc.assert(
    fc.property(batch, fc.nat(), bytes(0, 40), (data, at, patch) => {
      const place = 2 + 2 * (at % (data.length / 2 - 1))
      const cut = data.slice(0, place) as Hex
      const altered = `${cut}${patch.slice(2)}${data.slice(place + patch.length - 2)}` as Hex
      for (const one of [cut, altered]) expect(Array.isArray(authorizationsIn(base.asset, lower(multicall3), one))).toBe(true)
    }),
  )
  expect(decodeTokenCall('0x')).toBeNull()
  expect(decodeAggregate3('0x82ad56cb')).toBeNull()
})
