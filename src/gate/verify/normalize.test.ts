import { paymentRefusal } from '../../payments/wire/refusals.ts'
import type { Refusal } from '../../shared/refusal.ts'
import { refused } from '../outcome.ts'
import { describe, expect, test } from 'vitest'
import { networks } from '../../chain/networks.ts'
import { challengeHash, listedChallengeHash } from '../../payments/mpp/challenge-hash.ts'
import type { KnownChallenge, UnknownChallenge } from '../../payments/mpp/challenge.ts'
import type { AuthorizationPayload, HashPayload, MppCredential } from '../../payments/mpp/credential.ts'
import type { Hex } from '../../shared/bytes.ts'
import { normalize } from './normalize.ts'

const network = networks[0]!
const otherChainId = networks[1]!.chainId
const payTo: Hex = `0x${'fe'.repeat(20)}`
const payer: Hex = `0x${'aa'.repeat(20)}`
const stranger: Hex = `0x${'bb'.repeat(20)}`
const route = 'GET /v1/thing'
const offer = { route } as const

const challenge = {
  id: 'an-id',
  realm: 'shop.example',
  method: 'evm',
  intent: 'charge',
  request: 'request',
  expires: '2026-11-21T12:05:00Z',
  digest: null,
  description: null,
  header: null,
  opaque: 'opaque',
}
const nonce = challengeHash(challenge.id, challenge.realm)
const listedNonce = listedChallengeHash(challenge.id, challenge.realm)

const known: KnownChallenge = {
  ok: true,
  method: 'evm',
  issuedAt: 1_000,
  expiresAt: 1_300,
  expired: false,
  request: {
    amount: 7_500n,
    currency: network.asset,
    recipient: payTo,
    chainId: network.chainId,
    credentialTypes: ['authorization', 'hash'],
    decimals: 6,
    splits: false,
  },
  route,
}

const authorization: AuthorizationPayload = {
  type: 'authorization',
  authorization: { from: payer, to: payTo, value: 7_500n, validAfter: 0n, validBefore: 1_300n, nonce, signature: '0x' },
}
const transfer: HashPayload = { type: 'hash', hash: `0x${'01'.repeat(32)}`, chainId: null, signature: null }

/** Normalizes an MPP credential that echoes a challenge which the service reads as `verified`. */
function normalizeMpp(verified: KnownChallenge | UnknownChallenge, credential: Pick<MppCredential, 'payload'> & Partial<MppCredential>) {
  const parts = { challenges: { verify: () => verified }, nowSeconds: 1_000 }
  return normalize(parts, offer, { kind: 'mpp', hash: 'h', credential: { challenge, source: null, hash: 'h', ...credential } })
}

const unknown = { ok: false, field: 'challenge.id', expected: 'our id', received: 'another' } as const
const withRequest = (request: Partial<KnownChallenge['request']>): KnownChallenge => ({
  ...known,
  request: { ...known.request, ...request },
})

describe('an MPP credential is refused', () => {
  test('where its challenge is not ours', () => {
    expect(normalizeMpp({ ...unknown, problem: 'invalid-challenge' }, { payload: authorization })).toEqual(
      refused(paymentRefusal('invalid_challenge', { field: 'challenge.id', expected: 'our id', received: 'another' })),
    )
  })

  test('where its challenge is for a network that we do not know', () => {
    expect(normalizeMpp(withRequest({ chainId: 999_999 }), { payload: authorization })).toEqual(
      refused(paymentRefusal('invalid_challenge', { field: 'challenge.request' })),
    )
  })

  test('where its method is not offered: that is a problem, not a 402', () => {
    expect(normalizeMpp({ ...unknown, problem: 'method-unsupported' }, { payload: authorization })).toMatchObject({
      kind: 'refused',
      refusal: { code: 'method_unsupported', options: { field: 'challenge.id', expected: 'our id' } },
    })
  })
})

describe('an MPP authorization is refused', () => {
  const refusals: [string, KnownChallenge, Partial<MppCredential>, Refusal][] = [
    [
      'where its challenge is for another route',
      { ...known, route: 'GET /v1/other' },
      {},
      paymentRefusal('invalid_challenge', { field: 'challenge.opaque', expected: `a challenge of ${route}`, received: 'GET /v1/other' }),
    ],
    [
      'where its challenge takes hashes only',
      withRequest({ credentialTypes: ['hash'] }),
      {},
      paymentRefusal('unsupported_payload_type', { field: 'payload.type', expected: 'hash', received: 'authorization' }),
    ],
    [
      'where its challenge has expired',
      { ...known, expired: true },
      {},
      paymentRefusal('challenge_expired', { field: 'challenge.expires' }),
    ],
    [
      'where its source is another account',
      known,
      { source: { chainId: network.chainId, address: stranger } },
      paymentRefusal('invalid_exact_evm_signature', { field: 'source', expected: payer, received: stranger }),
    ],
    [
      'where its source is on another network',
      known,
      { source: { chainId: otherChainId, address: payer } },
      paymentRefusal('invalid_exact_evm_signature', { field: 'source', expected: payer, received: payer }),
    ],
    [
      'where its nonce is not the hash of its challenge',
      known,
      { payload: { ...authorization, authorization: { ...authorization.authorization, nonce: `0x${'02'.repeat(32)}` } } },
      paymentRefusal('invalid_challenge', {
        field: 'payload.nonce',
        expected: `${nonce} or ${listedNonce}`,
        received: `0x${'02'.repeat(32)}`,
      }),
    ],
  ]

  test.each(refusals)('%s', (_, verified, credential, refusal) => {
    expect(normalizeMpp(verified, { payload: authorization, ...credential })).toEqual(refused(refusal))
  })

  test('for none of these reasons where its nonce has the form of newer SDKs, in any case of its digits', () => {
    for (const form of [listedNonce, listedNonce.toUpperCase().replace('0X', '0x') as Hex]) {
      const payload = { ...authorization, authorization: { ...authorization.authorization, nonce: form } }
      expect(normalizeMpp(known, { payload })).toMatchObject({ kind: 'authorization' })
    }
  })

  test('for none of these reasons where it answers its challenge', () => {
    const source = { chainId: network.chainId, address: payer }
    expect(normalizeMpp(known, { payload: authorization, source })).toMatchObject({
      kind: 'authorization',
      credential: {
        protocol: 'mpp',
        hash: 'h',
        proof: { network: network.id, asset: network.asset, authorization: authorization.authorization },
        accepted: { payTo, amount: 7_500n },
      },
    })
  })
})

describe('an MPP transaction hash is refused', () => {
  const expected = `${network.chainId}`
  const refusals: [string, Partial<MppCredential>, Refusal][] = [
    [
      'where it names another network than its challenge',
      { payload: { ...transfer, chainId: otherChainId } },
      paymentRefusal('invalid_exact_evm_network_mismatch', { field: 'payload.chainId', expected, received: `${otherChainId}` }),
    ],
    [
      'where its source is on another network',
      { source: { chainId: otherChainId, address: payer } },
      paymentRefusal('invalid_exact_evm_network_mismatch', { field: 'source', expected, received: `${otherChainId}` }),
    ],
  ]

  test.each(refusals)('%s', (_, credential, refusal) => {
    expect(normalizeMpp(known, { payload: transfer, ...credential })).toEqual(refused(refusal))
  })

  test('for neither its route nor its expiry here, since its transfer may be a credit', () => {
    const later = { ...known, expired: true, route: 'GET /v1/other' }
    expect(normalizeMpp(later, { payload: transfer })).toMatchObject({
      kind: 'transfer',
      protocol: 'mpp',
      network: network.id,
      transaction: transfer.hash,
      amount: 7_500n,
      notBefore: 970,
      notAfter: 1_300,
      presentUntil: 1_000 + 7 * 86_400,
      challenge: { id: challenge.id, realm: challenge.realm, route: 'GET /v1/other' },
      source: null,
    })
  })
})

test('a bare transaction hash is judged by the age of its block alone, however long its verification takes', () => {
  const transfer = { network: 'eip155:8453', transaction: '0x01', amount: 7_500n, timestamp: 0 } as const
  const parts = { challenges: { verify: () => ({ ...unknown, problem: 'invalid-challenge' }) as const }, nowSeconds: 1_000 }
  const normal = normalize(parts, offer, { kind: 'transaction-hash', hash: 'h', transfer })
  expect(normal).toMatchObject({ kind: 'transfer', notBefore: 700, notAfter: null, presentUntil: null })
})
