import type { Terms } from './terms.ts'

/** The message of an EIP-3009 transfer, as EIP-712 describes it. */
export interface TransferMessage {
  readonly from: `0x${string}`
  readonly to: `0x${string}`
  readonly value: string
  readonly validAfter: string
  readonly validBefore: string
  readonly nonce: `0x${string}`
}

export const transferTypes = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const

/** Seconds: no authorization is valid for longer, whatever the terms ask for. */
const maxValidSeconds = 600

/** The transfer that is signed for these terms: exactly their amount, to their payee, once. */
export function transferFor(terms: Terms, from: `0x${string}`): TransferMessage {
  const nonce = Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join('')
  const until = Math.floor(Date.now() / 1_000) + Math.min(terms.maxSeconds, maxValidSeconds)
  return { from, to: terms.payTo, value: String(terms.amount), validAfter: '0', validBefore: String(until), nonce: `0x${nonce}` }
}

export function domainOf({ domain, chainId, asset }: Terms) {
  return { ...domain, chainId, verifyingContract: asset }
}
