import { authorizationIdentity } from '../ledger/payments/identity.ts'
import type { Credential } from '../payments/wire/credential.ts'
import { decodeChargeRequest } from '../payments/mpp/charge-request.ts'
import type { ReceivedCredential } from '../payments/wire/received-credential.ts'

/** The identity under which the ledger finds a hot payment by this authorization. */
export function identityOf({ proof: { network, asset, authorization } }: Credential): string {
  return authorizationIdentity(network, asset, authorization.from, authorization.nonce)
}

/**
 * The same identity, read from a credential that is not verified; null for a transfer, and for a credential that names no
 * token. A payment that is found by it belongs to the caller only if this same credential brought it.
 */
export function claimedIdentity(received: ReceivedCredential): string | null {
  if (received.kind === 'x402') return identityOf(received.credential)
  if (received.kind === 'transaction-hash' || received.credential.payload.type === 'hash') return null
  const { challenge, payload } = received.credential
  const decoded = decodeChargeRequest(challenge.request)
  if (!decoded.ok) return null
  const { chainId, currency } = decoded.request
  return authorizationIdentity(`eip155:${chainId}`, currency, payload.authorization.from, payload.authorization.nonce)
}
