import type { Authorization } from '../chain/chain.ts'
import type { Hex } from '../shared/bytes.ts'
import type { Payment } from '../ledger/payments/payment.ts'

export type SettlementOutcome =
  | { readonly kind: 'settled'; readonly payment: Payment }
  /** For good: cancelled, spent elsewhere, expired, or no longer covered. `reason` is an x402 error string. */
  | { readonly kind: 'refused'; readonly payment: Payment; readonly reason: string }
  /** Not known yet; the settler continues with it. */
  | { readonly kind: 'pending'; readonly transaction: Hex | null }

/** Drives every served payment to its end, with signers of its own or with a remote facilitator. */
export interface Settler {
  /** Networks on which authorizations can be settled. */
  readonly networks: ReadonlySet<string>
  /** Nothing can be settled there now, since gas money or gas budget is missing. Payments that are not claimed yet should wait. */
  stalled(network: string): boolean
  /**
   * Asks the facilitator, before any work, whether it would send this payment: null, or its reason why not. Null also where it does
   * not answer. Absent where we send payments ourselves, since then the gate has checked them.
   */
  vet?(network: string, authorization: Authorization): Promise<string | null>
  /** Whether a facilitator settles now, on any network; absent where we send payments ourselves. */
  isFacilitatorUp?(): boolean
  /** Starts to settle a payment in `served`; gives its end, or `pending` when `waitMs` passed first. Another call for the same payment waits for the same settlement. */
  settle(payment: Payment, waitMs: number): Promise<SettlementOutcome>
  /** Finishes everything that an earlier process left, as far as the chains answer. Runs before the service is ready. */
  recover(): Promise<void>
  /** Starts the background reconciler and the reorg watch. */
  start(): void
  /** Accepts nothing new, and still sends what it has accepted. Resolves when the end of all of it is known or `deadlineMs` has passed; then all work stops. */
  drain(deadlineMs: number): Promise<void>
}
