import { expect, test } from 'vitest'
import type { Payment } from '../../ledger/payments/payment.ts'
import { unknownOffer } from '../../ledger/reconcile/adopted.ts'
import { challengeHash } from '../../payments/mpp/challenge-hash.ts'
import type { ReceivedCredential } from '../../payments/wire/received-credential.ts'
import { isSameAuthorization, mayBuy, provesPayerOfAdopted } from './adopted-payment.ts'

const signature = `0x${'11'.repeat(32)}${'22'.repeat(32)}1b` as const
const challenge = { id: 'a secret id', realm: 'shop.example' }
const nonce = challengeHash(challenge.id, challenge.realm)
const adopted = { authorization: { nonce, validAfter: 0n, validBefore: 1n, signature }, amount: 7_500n } as Payment

function received(kind: 'x402' | 'mpp', changes: object = {}, id = challenge.id): ReceivedCredential {
  const authorization = { nonce: nonce.toUpperCase().replace('0X', '0x'), signature, ...changes }
  const credential =
    kind === 'x402' ? { proof: { authorization } } : { challenge: { ...challenge, id }, payload: { type: 'authorization', authorization } }
  return { kind, hash: '', credential } as unknown as ReceivedCredential
}

test('the authorization of a payment from the chain is known by its nonce and its signature, in any form that the token takes', () => {
  expect(isSameAuthorization(adopted, received('x402'))).toBe(true)
  expect(isSameAuthorization(adopted, received('mpp'))).toBe(true)
  expect(isSameAuthorization(adopted, received('x402', { signature: signature.replace(/1b$/, '00') }))).toBe(true)
  expect(isSameAuthorization(adopted, received('x402', { signature: signature.replace('22', '23') }))).toBe(false)
  expect(isSameAuthorization(adopted, received('x402', { nonce: `0x${'00'.repeat(32)}` }))).toBe(false)
  expect(isSameAuthorization({ ...adopted, authorization: null }, received('x402'))).toBe(false)
})

test('its signature is public, so it proves its payer only by a challenge that is not, or where hashes count without a proof', () => {
  const strict = { bareHashes: false }
  expect(provesPayerOfAdopted(adopted, received('mpp'), strict)).toBe(true)
  expect(provesPayerOfAdopted(adopted, received('mpp', {}, 'a guess'), strict)).toBe(false)
  expect(provesPayerOfAdopted(adopted, received('x402'), strict)).toBe(false)
  expect(provesPayerOfAdopted(adopted, received('x402'), { bareHashes: true })).toBe(true)
})

test('it buys its offer, or any at its price where its offer is not known, and never a watchlist', () => {
  const offer = { id: 'market-price' }
  expect(mayBuy({ ...adopted, offerId: unknownOffer }, offer, [7_500n])).toBe(true)
  expect(mayBuy({ ...adopted, offerId: unknownOffer }, offer, [8_000n])).toBe(false)
  expect(mayBuy({ ...adopted, offerId: offer.id }, offer, [8_000n])).toBe(true)
  expect(mayBuy({ ...adopted, offerId: 'another' }, offer, [7_500n])).toBe(false)
  expect(mayBuy({ ...adopted, offerId: unknownOffer }, { ...offer, watchlist: {} }, [7_500n])).toBe(false)
})
