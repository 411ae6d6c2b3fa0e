import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeChargeRequest, encodeChargeRequest } from './charge-request.ts'
import { hexOf } from './mpp.fixture.ts'
import { formatSource, sourceAt } from './source.ts'

test('our request is read as it was written', () => {
  const asked = fc.record({
    amount: fc.bigInt({ min: 0n, max: (1n << 256n) - 1n }),
    currency: hexOf(20),
    recipient: hexOf(20),
    chainId: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
    credentialTypes: fc.array(fc.string(), { minLength: 1, maxLength: 3 }),
    decimals: fc.option(fc.nat(255)),
  })
  fc.assert(
    fc.property(asked, (request) => {
      expect(decodeChargeRequest(encodeChargeRequest(request))).toEqual({ ok: true, request: { ...request, splits: false } })
    }),
  )
})

test('a payer written as a DID is read as the same account', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999_999_999_999_999 }), hexOf(20), (chainId, address) => {
      expect(sourceAt(formatSource({ chainId, address }), 'source')).toEqual({ chainId, address })
    }),
  )
})
