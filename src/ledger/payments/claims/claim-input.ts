import type { Hex } from '../../../shared/bytes.ts'
import type { LimitedBy, UnchargedRunLimits } from '../../quotas/uncharged-runs.ts'
import type { Payment } from '../payment.ts'

/** What every claim brings. */
export interface ClaimTerms {
  readonly id: string
  readonly now: number
  readonly offerId: string
  readonly fingerprint: string
  readonly protocol: string
  readonly network: string
  readonly asset: Hex
  readonly payer: Hex
  readonly payTo: Hex
  readonly amount: bigint
  /** How the amount was computed, see `Payment`. */
  readonly priceWords?: string | null
  readonly credentialHash: string
  readonly client: string
  /** Hashes of the caller's idempotency keys, scoped to the payer. */
  readonly keys: readonly string[]
  readonly instance: string
  readonly leaseUntil: number
  /** At most this many released or uncharged runs per payer, and per client address, in the hour (UTC, `2026-11-21T09`). */
  readonly unchargedRuns: UnchargedRunLimits
}

/** A claim by an authorization, which is settled after it was answered. */
export interface ClaimInput extends ClaimTerms {
  readonly authorization: NonNullable<Payment['authorization']>
  /** Every key that this payment must own alone, see `identity.ts`. They never become those of another payment. */
  readonly identities: readonly string[]
  /** The payer's balance at `block`; claims not settled at or before that block, plus this one, must fit it. */
  readonly balance: bigint
  readonly block: bigint
  /** Null where the offer's price is not below the free-call cap. */
  readonly freeCall: { readonly day: string; readonly client: string; readonly dailyLimit: number } | null
  /** Whether the payer is a contract. */
  readonly contract: boolean
  /** How many of the payer's payments may be unsettled at once: `base` of a new one, growing with what it has settled up to `max`. */
  readonly unsettled: { readonly base: number; readonly max: number }
}

export type ClaimResult =
  | { readonly result: 'claimed'; readonly payment: Payment }
  /** An identity is taken already; `payment` is the row that holds it. */
  | { readonly result: 'taken'; readonly payment: Payment }
  /** One of the caller's keys names an earlier payment of this payer. */
  | { readonly result: 'key_taken'; readonly payment: Payment }
  | { readonly result: 'not_covered'; readonly outstanding: bigint }
  | { readonly result: 'too_many_uncharged_runs'; readonly by: LimitedBy }
  /** The payer was answered before this payment was settled, and then it could not be collected. */
  | { readonly result: 'owing'; readonly payment: Payment }
  /** The number of the payer's payments that are unsettled already. */
  | { readonly result: 'too_many_unsettled'; readonly limit: number }
  /** An earlier payment of the payer could not be settled; milliseconds since the epoch. */
  | { readonly result: 'barred'; readonly until: number }

/**
 * A claim by a transfer that the caller has seen on chain a moment ago, in this block, with this payer, payee and amount. The
 * caller looks for a credit as well, since the credit's block may have vanished.
 */
export interface ClaimTransferInput extends ClaimTerms {
  readonly transaction: Hex
  readonly blockNumber: bigint
  readonly blockHash: Hex
  readonly logIndex: number
  /** Which of the transaction's transfers of this amount to this payee it is, see `TransferKey`. */
  readonly occurrence: number
  /** Of the EIP-3009 authorization that made the transfer, null for a plain one. */
  readonly authorizationNonce: Hex | null
  /** The chain's head. */
  readonly claimBlock: bigint
  /** It comes with a proof that the payer made this claim. Anybody can make a bare claim, since a transaction is public. */
  readonly bound: boolean
  /** The most that may be answered on that UTC day to payers whose transfer somebody else used up. In base units. */
  readonly theft: { readonly day: string; readonly dailyLimit: bigint }
}

export type ClaimTransferResult =
  | { readonly result: 'claimed'; readonly payment: Payment }
  /** The transfer, or the authorization that made it, was used; `payment` is the row that holds it. */
  | { readonly result: 'taken'; readonly payment: Payment }
  /** One of the caller's keys names an earlier payment of this payer. */
  | { readonly result: 'key_taken'; readonly payment: Payment }
  /** The payer was served once for a transfer that a thief had used up, so bare claims of its transfers are no longer accepted. */
  | { readonly result: 'bound_only' }
  /** Somebody else used the transfer up, and the day's losses leave no room to serve the payer as well. Tomorrow there is room again. */
  | { readonly result: 'theft_cap_reached' }
  | { readonly result: 'too_many_uncharged_runs'; readonly by: LimitedBy }
