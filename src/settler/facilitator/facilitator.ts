import type { Authorization, Network } from '../../chain/chain.ts'
import type { Hex } from '../../shared/bytes.ts'

/** What a facilitator is asked about: one authorization and its network. */
export interface FacilitatorRequest {
  readonly network: Network
  readonly authorization: Authorization
}

/** Why nothing is known: no answer in time, no connection, a status that says nothing about the payment, or an answer of unknown shape. */
export type Silence = 'timeout' | 'unreachable' | 'status' | 'garbage' | 'pending'

/** What a facilitator says about a payment. It proves nothing: only the token's events on chain do. */
export type SettleAnswer =
  | { readonly kind: 'says_settled'; readonly transaction: Hex | null }
  | { readonly kind: 'says_failed'; readonly reason: string; readonly transaction: Hex | null }
  /** It may have sent something, or may still send it. */
  | { readonly kind: 'unknown'; readonly why: Silence; readonly transaction: Hex | null }

export type VerifyAnswer =
  | { readonly kind: 'valid' }
  | { readonly kind: 'invalid'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly why: Silence }

/** A service elsewhere that sends payments on chain and pays their gas. None of its methods throws. */
export interface Facilitator {
  /** Ids of the networks on which it settles exact payments of x402 version 2; null when it can't be asked. */
  supported(): Promise<ReadonlySet<string> | null>
  verify(request: FacilitatorRequest): Promise<VerifyAnswer>
  settle(request: FacilitatorRequest): Promise<SettleAnswer>
}
