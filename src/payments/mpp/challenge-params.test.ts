import fc from 'fast-check'
import { Challenge, PaymentRequest } from 'mppx'
import { expect, test } from 'vitest'
import { runsOf } from '../../../test/support/runs.ts'
import { hmacSha256 } from '../../shared/hmac.ts'
import { encodeCanonical } from './base64url-json.ts'
import { challengeId } from './challenge-params.ts'
import { anyChallenge, jsonObject, only, secret, secretText } from './mpp.fixture.ts'

test('the id of the public test vector is reproduced', () => {
  const params = {
    realm: 'api.example.com',
    method: 'tempo',
    intent: 'charge',
    request: encodeCanonical({ amount: '1000000' }),
    expires: null,
    digest: null,
    header: null,
    opaque: null,
  }
  expect(challengeId(hmacSha256(secret(secretText)), params)).toBe('6QDs0BmhrI_v67iWeCMvGqQJEFQ6ErWKlk7zi5xL6t0')
})

test('ids are those of mppx for any challenge', () => {
  fc.assert(
    fc.property(anyChallenge, fc.string({ minLength: 32, maxLength: 80 }), (parameters, secretKey) => {
      const made = Challenge.from({ ...parameters, secretKey })
      const { realm, method, intent, expires = null, digest = null, header = null } = made
      const opaque = parameters.meta === undefined ? null : encodeCanonical(parameters.meta)
      const request = encodeCanonical(parameters.request)
      expect(challengeId(hmacSha256(secret(secretKey)), { realm, method, intent, request, expires, digest, header, opaque })).toBe(made.id)
    }),
    { numRuns: runsOf(500) },
  )
})

test('canonical JSON is that of mppx', () => {
  fc.assert(
    fc.property(jsonObject, (object) => {
      expect(encodeCanonical(object)).toBe(PaymentRequest.serialize(object))
    }),
    { numRuns: runsOf(1000) },
  )
  const numbers = {
    a: -0,
    b: 1e21,
    c: 1e-7,
    d: 333333333.3333333,
    e: 4.5,
    f: Number.MAX_SAFE_INTEGER,
    é: '\u0080\u2028"\\\n',
    '\ud83d\ude02': 1,
    '\ufb33': 2,
  }
  expect(encodeCanonical(numbers)).toBe(PaymentRequest.serialize(numbers))
})

test('a challenge that mppx writes is read with the same id, request and opaque', () => {
  fc.assert(
    fc.property(anyChallenge, (parameters) => {
      const made = Challenge.from({ ...parameters, secretKey: secretText })
      expect(only(Challenge.serialize(made))).toEqual({
        id: made.id,
        realm: made.realm,
        method: made.method,
        intent: made.intent,
        request: PaymentRequest.serialize(made.request),
        expires: made.expires ?? null,
        digest: made.digest ?? null,
        description: made.description ?? null,
        header: made.header ?? null,
        opaque: made.opaque ?? null,
      })
    }),
    { numRuns: runsOf(500) },
  )
})
