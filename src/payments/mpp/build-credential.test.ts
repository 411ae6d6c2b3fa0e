import fc from 'fast-check'
import { Challenge, Credential, evm } from 'mppx'
import { describe, expect, test } from 'vitest'
import { runsOf } from '../../../test/support/runs.ts'
import { checksumAddress } from '../../chain/address.ts'
import { authorizationFor, buildMppCredential, credentialHeader } from './build-credential.ts'
import { decodeChargeRequest } from './charge-request.ts'
import { readMppCredential } from './credential.ts'
import { anyAuthorization, anyChallenge, challenges, hexOf, only, payer, secretText, terms } from './mpp.fixture.ts'

describe('a credential that we build', () => {
  test('is byte for byte that of mppx, for any challenge', () => {
    fc.assert(
      fc.property(anyChallenge, anyAuthorization, fc.integer({ min: 1, max: 2 ** 40 }), (parameters, authorization, chainId) => {
        const challenge = Challenge.from({ ...parameters, secretKey: secretText })
        const header = Challenge.serialize(challenge)
        const { from, to, value, validAfter, validBefore, nonce, signature } = authorization
        // In the order of the client of mppx.
        const payload = {
          from: checksumAddress(from),
          nonce,
          signature,
          to: checksumAddress(to),
          type: 'authorization',
          validAfter: String(validAfter),
          validBefore: String(validBefore),
          value: String(value),
        }
        const source = evm.toSource({ address: checksumAddress(from), chainId })
        expect(buildMppCredential(only(header), { type: 'authorization', authorization }, chainId)).toBe(
          Credential.serialize(Credential.from({ challenge: Challenge.deserialize(header), payload, source })),
        )
      }),
      { numRuns: runsOf(300) },
    )
  })

  test('is read by mppx and by us, with a hash too, signed or bare', () => {
    fc.assert(
      fc.property(anyChallenge, hexOf(32), hexOf(20), fc.option(hexOf(65)), (parameters, hash, from, raw) => {
        const challenge = Challenge.from({ ...parameters, secretKey: secretText })
        const signature = raw === null ? null : (`${raw.slice(0, -2)}1c` as const as `0x${string}`)
        const params = only(Challenge.serialize(challenge))
        const header = buildMppCredential(params, { type: 'hash', hash, from, signature }, 8453)
        const read = Credential.deserialize(header)
        expect(Challenge.verify(read.challenge, { secretKey: secretText })).toBe(true)
        expect(read.payload).toEqual({ type: 'hash', hash, ...(signature === null ? {} : { signature }) })
        expect(readMppCredential(header.slice('Payment '.length))).toMatchObject({
          ok: true,
          credential: {
            challenge: params,
            payload: { type: 'hash', hash, chainId: null, signature },
            source: { chainId: 8453, address: from },
          },
        })
      }),
      { numRuns: runsOf(300) },
    )
  })

  test('echoes our challenge so that we can verify it', () => {
    const ours = challenges()
    const header = buildMppCredential(
      only(ours.issuer(terms()).issue().header),
      { type: 'hash', hash: `0x${'ab'.repeat(32)}`, from: payer, signature: null },
      8453,
    )
    const reading = readMppCredential(header.slice('Payment '.length))
    expect(reading.ok && ours.verify(reading.credential.challenge).ok).toBe(true)
  })
})

test('the authorization for a challenge carries its hash, and expires with it or sooner', () => {
  const challenge = only(challenges().issuer(terms()).issue().header)
  const decoded = decodeChargeRequest(challenge.request)
  if (!decoded.ok) throw new Error(decoded.reason)
  const { request } = decoded
  const made = authorizationFor(challenge, request, { from: payer, latest: 1_795_231_000 })
  const nonce = evm.challengeHash({ id: challenge.id, realm: challenge.realm })
  expect(made).toEqual({ from: payer, to: request.recipient, value: 7500n, validAfter: 0n, validBefore: 1_795_230_781n, nonce })
  expect(authorizationFor(challenge, request, { from: payer, latest: 1_795_230_500 }).validBefore).toBe(1_795_230_500n)
  expect(authorizationFor({ ...challenge, expires: null }, request, { from: payer, latest: 5 }).validBefore).toBe(5n)
})

test.each([
  [null, 'authorization'],
  ['Payment-Authorization', 'payment-authorization'],
  ['Host', null],
  ['Cookie', null],
])('a credential for a challenge with header %s goes into %s', (header, field) => {
  expect(credentialHeader({ header })).toBe(field)
})
