import type { NetworkId } from '../../chain/chain.ts'
import { findNetwork } from '../../chain/networks.ts'
import type { Hex } from '../../shared/bytes.ts'
import type { Credential } from '../wire/credential.ts'
import { readAuthorization } from '../x402/read-authorization.ts'

/** What clients of version 1 sign for, since our version 1 terms say so. */
const maxTimeoutSeconds = 300
const noAsset: Hex = `0x${'0'.repeat(40)}`

/**
 * Reads the `payload` of an x402 version 1 payment: an EIP-3009 authorization with its signature. Version 1 does not echo the
 * terms, so the accepted terms are what was signed, for the token that we take on that network. Verifies nothing.
 * @param hash SHA-256 of the decoded header
 * @throws FieldFault
 */
export function readV1Payment(network: NetworkId, payload: Readonly<Record<string, unknown>>, hash: string): Credential {
  const authorization = readAuthorization(payload)
  // An unknown network is refused by its id before the token is compared.
  const asset = findNetwork(network)?.asset.toLowerCase() ?? noAsset
  return {
    protocol: 'x402-v1',
    hash,
    proof: { kind: 'authorization', network, asset: asset as Hex, authorization },
    accepted: { payTo: authorization.to, amount: authorization.value, maxTimeoutSeconds, extra: {} },
    paymentIdentifier: null,
  }
}
