import { sha256 } from '../shared/sha256.ts'

/** The key of an EIP-3009 authorization: one use of it, whoever submits it. */
export function authorizationIdentity(network: string, asset: string, payer: string, nonce: string): string {
  return `a:${network}:${asset.toLowerCase()}:${payer.toLowerCase()}:${nonce.toLowerCase()}`
}

/** A caller's idempotency key, scoped to the payer so that nobody can take another's, hashed so that it is not on record. */
export function scopedKey(payer: string, kind: 'idempotency-key' | 'payment-identifier', key: string): string {
  return sha256(`${kind}\n${payer.toLowerCase()}\n${key}`)
}
