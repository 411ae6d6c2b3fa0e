import { authorizationIdentity } from '../../ledger/payments/identity.ts'
import type { Credential } from '../../payments/wire/credential.ts'
import { decodeChargeRequest } from '../../payments/mpp/charge-request.ts'
import type { ReceivedCredential } from '../../payments/wire/received-credential.ts'
import type { Hex } from '../../shared/bytes.ts'

/** The identity under which the ledger finds a hot payment by this authorization. */
export function identityOf({ proof: { network, asset, authorization } }: Credential): string {
  return authorizationIdentity(network, asset, authorization.from, authorization.nonce)
}

/**
 * The same identity, read from a credential that is not verified; null for a transfer, and for a credential that names no
 * token. A payment that is found by it belongs to the caller only if this same credential brought it.
 */
export function claimedIdentity(received: ReceivedCredential): string | null {
  const claimed = claimedAuthorization(received)
  return claimed && authorizationIdentity(claimed.network, claimed.asset, claimed.payer, claimed.nonce)
}

/** Which authorization a credential brings, if it brings one. Nothing of it is verified. */
export interface ClaimedAuthorization {
  /** CAIP-2 id. */
  readonly network: string
  readonly asset: string
  readonly payer: Hex
  readonly nonce: Hex
}

/** Null where `claimedIdentity` is. */
export function claimedAuthorization(received: ReceivedCredential): ClaimedAuthorization | null {
  if (received.kind === 'x402') {
    const { network, asset, authorization } = received.credential.proof
    return { network, asset, payer: authorization.from, nonce: authorization.nonce }
  }
  if (received.kind === 'transaction-hash' || received.credential.payload.type === 'hash') return null
  const { challenge, payload } = received.credential
  const decoded = decodeChargeRequest(challenge.request)
  if (!decoded.ok) return null
  const { chainId, currency } = decoded.request
  return { network: `eip155:${chainId}`, asset: currency, payer: payload.authorization.from, nonce: payload.authorization.nonce }
}
