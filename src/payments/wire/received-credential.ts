import type { Credential } from './credential.ts'
import type { HashPayment } from '../transaction-hash/read-hash-payment.ts'
import type { MppCredential } from '../mpp/credential.ts'

/** A credential of any protocol as it was read, nothing of it verified; `hash` is the SHA-256 of its decoded bytes. */
export type ReceivedCredential =
  /** An authorization in normal form already: x402 version 2, or version 1 in X-PAYMENT. */
  | { readonly kind: 'x402'; readonly hash: string; readonly credential: Credential }
  /** It means nothing until its challenge is verified as ours. */
  | { readonly kind: 'mpp'; readonly hash: string; readonly credential: MppCredential }
  /** A bare transaction hash in X-PAYMENT. */
  | { readonly kind: 'transaction-hash'; readonly hash: string; readonly transfer: HashPayment }

/** Whether it is an authorization that has not expired. The archive never holds those. */
export function isLive(received: ReceivedCredential, nowSeconds: number): boolean {
  const validBefore = validBeforeOf(received)
  return validBefore !== null && validBefore > BigInt(nowSeconds)
}

function validBeforeOf(received: ReceivedCredential): bigint | null {
  if (received.kind === 'x402') return received.credential.proof.authorization.validBefore
  if (received.kind === 'mpp' && received.credential.payload.type === 'authorization')
    return received.credential.payload.authorization.validBefore
  return null
}
