import { unknownOffer } from '../../ledger/reconcile/adopted.ts'
import type { Access } from '../../offers/offer.ts'
import { priceOfCall } from '../../offers/price-of-call.ts'
import type { Payment } from '../../ledger/payments/payment.ts'
import { bindsToChallenge } from '../../payments/mpp/challenge-hash.ts'
import type { ReceivedCredential } from '../../payments/wire/received-credential.ts'
import { sameSignature } from '../verify/payer-signature.ts'

/**
 * Whether this credential is the authorization of a payment that was found on chain after the ledger was restored. Its bytes are not known
 * any more, but what it signs is.
 */
export function isSameAuthorization({ authorization }: Payment, received: ReceivedCredential): boolean {
  const given = authorizationOf(received)
  if (authorization === null || given === null) return false
  return authorization.nonce === given.nonce.toLowerCase() && sameSignature(authorization.signature, given.signature)
}

/**
 * Whether it shows that its caller paid. The nonce of an MPP authorization is the hash of a challenge, which is not public. A signature of x402 is
 * public once it is settled: it counts only where hashes of transactions count without a proof too.
 */
export function provesPayerOfAdopted(
  payment: Payment,
  received: ReceivedCredential,
  { bareHashes }: { readonly bareHashes: boolean },
): boolean {
  if (!isSameAuthorization(payment, received)) return false
  if (received.kind !== 'mpp') return bareHashes
  const { id, realm } = received.credential.challenge
  return payment.authorization !== null && bindsToChallenge(payment.authorization.nonce, id, realm)
}

/** Whether a payment buys this offer: its own, or any at its price where it is not known what it was paid for. */
export function mayBuy(
  { offerId, amount }: Payment,
  offer: { readonly id: string; readonly access?: Access; readonly watchlist?: unknown },
  prices: readonly bigint[],
): boolean {
  if (offer.watchlist) return false
  const atAnyPrice = offerId === offer.id && priceOfCall(offer) === null
  return atAnyPrice || ((offerId === unknownOffer || offerId === offer.id) && prices.includes(amount))
}

function authorizationOf(received: ReceivedCredential) {
  if (received.kind === 'x402') return received.credential.proof.authorization
  if (received.kind === 'mpp' && received.credential.payload.type === 'authorization') return received.credential.payload.authorization
  return null
}
