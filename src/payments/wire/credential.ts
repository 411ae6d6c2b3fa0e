import type { Authorization, NetworkId } from '../../chain/chain.ts'
import type { Hex } from '../../shared/bytes.ts'

/** The normal form of every signed payment. A transfer that is on chain already has no such form: see `ReceivedCredential`. */
export interface AuthorizationProof {
  readonly kind: 'authorization'
  readonly network: NetworkId
  /** The token that the client names; it must be the network's asset. */
  readonly asset: Hex
  readonly authorization: Authorization
}

/** A credential as it was read: well-formed, nothing of it verified yet. */
export interface Credential {
  /** `x402-v1` is an authorization that came in X-PAYMENT; its receipt goes into the headers of version 1. */
  readonly protocol: 'x402' | 'x402-v1' | 'mpp'
  /** SHA-256 of the decoded bytes. */
  readonly hash: string
  readonly proof: AuthorizationProof
  /** The terms that the client says it accepted. */
  readonly accepted: {
    readonly payTo: Hex
    readonly amount: bigint
    readonly maxTimeoutSeconds: number
    readonly extra: Readonly<Record<string, unknown>>
  }
  /** The id of the `payment-identifier` extension; null when the request has none. */
  readonly paymentIdentifier: string | null
}
