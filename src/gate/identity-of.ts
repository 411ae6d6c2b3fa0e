import { authorizationIdentity } from '../ledger/identity.ts'
import type { Credential } from '../payments/credential.ts'
import { decodeChargeRequest } from '../payments/mpp/charge-request.ts'
import type { ReceivedCredential } from '../payments/received-credential.ts'

/** What a hot payment by this authorization is found under. */
export function identityOf({ proof: { network, asset, authorization } }: Credential): string {
  return authorizationIdentity(network, asset, authorization.from, authorization.nonce)
}

/**
 * The same of a credential as it came, null for a transfer and for what names no token. Nothing of it is verified: a payment
 * that is found by it is the caller's only where the credential is the very one that brought it.
 */
export function claimedIdentity(received: ReceivedCredential): string | null {
  if (received.kind === 'x402') return identityOf(received.credential)
  if (received.kind === 'legacy' || received.credential.payload.type === 'hash') return null
  const { challenge, payload } = received.credential
  const decoded = decodeChargeRequest(challenge.request)
  if (!decoded.ok) return null
  const { chainId, currency } = decoded.request
  return authorizationIdentity(`eip155:${chainId}`, currency, payload.authorization.from, payload.authorization.nonce)
}
