import type { Authorization, NetworkId } from '../chain/chain.ts'
import type { Hex } from '../shared/bytes.ts'

/**
 * The one normal form in which both protocols end. Issue of a second protocol: add `transfer` (already on chain) beside it.
 */
export interface AuthorizationProof {
  readonly kind: 'authorization'
  readonly network: NetworkId
  /** What the client says it pays with; must be the network's asset. */
  readonly asset: Hex
  readonly authorization: Authorization
}

export type Proof = AuthorizationProof

/** A credential as read off the wire: well formed, nothing of it verified yet. */
export interface Credential {
  /** `x402-v1` is an authorization that came in X-PAYMENT; its answer is told of in the headers of version 1. */
  readonly protocol: 'x402' | 'x402-v1' | 'mpp'
  /** SHA-256 of the decoded bytes. */
  readonly hash: string
  readonly proof: Proof
  /** The terms that the client says it accepted; they must be ours. */
  readonly accepted: {
    readonly payTo: Hex
    readonly amount: bigint
    readonly maxTimeoutSeconds: number
    readonly extra: Readonly<Record<string, unknown>>
  }
  /** The `payment-identifier` extension's id, when it came. */
  readonly paymentIdentifier: string | null
}
