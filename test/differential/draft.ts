import { privateKeyToAccount } from 'viem/accounts'
import type { Hex } from '../../src/shared/bytes.ts'
import type { OurTerms } from './our-terms.ts'
import type { Wire } from './side.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- a client may write anything
export type Json = any

/** A payer, and the key that signs for it. */
export interface Payer {
  readonly address: Hex
  readonly key: Hex
}

/** An unfinished payment: valid until a mutation changes it. */
export interface Draft {
  readonly version: 1 | 2
  payer: Payer
  /** The key that signs instead of the payer's. */
  forger: Hex | null
  /** The signing domain of the token. */
  domain: { name: string; version: string; chainId: number; verifyingContract: Hex }
  /** The signed message; times are Unix seconds. */
  message: { to: Hex; value: bigint; validAfter: bigint; validBefore: bigint; nonce: Hex }
  /** Changes the signature before it is written. */
  signature: (signed: Hex) => Hex
  /** Changes to the finished JSON, in this order. */
  readonly edits: ((payment: Json) => void)[]
  /** How the JSON becomes a header. */
  write: (payment: Json) => string
}

const types = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const

export function encode(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64')
}

/** A valid payment of these terms. */
export function newDraft(
  terms: OurTerms,
  wish: { version: 1 | 2; payer: Payer; nonce: Hex; validAfter: bigint; validBefore: bigint },
): Draft {
  const { network, asset, payTo, amount, extra } = terms.v2
  return {
    version: wish.version,
    payer: wish.payer,
    forger: null,
    domain: {
      name: extra['name'] ?? '',
      version: extra['version'] ?? '',
      chainId: Number(network.split(':')[1]),
      verifyingContract: asset,
    },
    message: { to: payTo, value: BigInt(amount), validAfter: wish.validAfter, validBefore: wish.validBefore, nonce: wish.nonce },
    signature: (signed) => signed,
    edits: [],
    write: (payment) => encode(JSON.stringify(payment)),
  }
}

/** Signs a draft with viem, as a wallet would, and writes it. */
export async function finish(draft: Draft, terms: OurTerms): Promise<Wire & { readonly payment: Json }> {
  const { payer, message, version } = draft
  const signed = await privateKeyToAccount(draft.forger ?? payer.key).signTypedData({
    domain: draft.domain,
    types,
    primaryType: 'TransferWithAuthorization',
    message: { from: payer.address, ...message },
  })
  const payload = {
    signature: draft.signature(signed),
    authorization: {
      from: payer.address,
      to: message.to,
      value: String(message.value),
      validAfter: String(message.validAfter),
      validBefore: String(message.validBefore),
      nonce: message.nonce,
    },
  }
  const payment: Json =
    version === 1
      ? { x402Version: 1, scheme: 'exact', network: terms.v1?.network, payload }
      : {
          x402Version: 2,
          resource: { url: 'http://seller.test/v1/thing', description: 'Thing', mimeType: 'application/json' },
          accepted: structuredClone(terms.v2),
          payload,
          extensions: {},
        }
  for (const edit of draft.edits) edit(payment)
  return { header: version === 1 ? 'X-PAYMENT' : 'PAYMENT-SIGNATURE', value: draft.write(payment), payment }
}
