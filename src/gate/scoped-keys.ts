import { scopedKey } from '../ledger/payments/identity.ts'
import type { ReceivedCredential } from '../payments/wire/received-credential.ts'
import type { OfferCall } from './offer-call.ts'

/** The caller's idempotency keys, scoped to the payer: the Idempotency-Key, and the payment-identifier of the credential. */
export function scopedKeys(offerCall: OfferCall, received: ReceivedCredential, payer: string): string[] {
  const identifier = received.kind === 'x402' ? received.credential.paymentIdentifier : null
  const keys: string[] = []
  if (offerCall.idempotencyKey !== null) keys.push(scopedKey(payer, 'idempotency-key', offerCall.idempotencyKey))
  if (identifier !== null) keys.push(scopedKey(payer, 'payment-identifier', identifier))
  return keys
}
