import type { Authorization } from '../chain/chain.ts'
import type { Hex } from '../shared/bytes.ts'
import type { Payment } from '../ledger/payment.ts'

export type SettlementOutcome =
  | { readonly kind: 'settled'; readonly payment: Payment }
  /** For good: cancelled, spent elsewhere, expired, or not covered any more. `reason` is an x402 error string. */
  | { readonly kind: 'refused'; readonly payment: Payment; readonly reason: string }
  /** Not known yet; the settler goes on with it. */
  | { readonly kind: 'pending'; readonly transaction: Hex | null }

/** Drives every served payment to its end. Own signers or a remote facilitator stand behind it. */
export interface Settler {
  /** Networks on which authorizations can be settled. */
  readonly networks: ReadonlySet<string>
  /** Nothing can be settled there now, for want of gas money or budget: what is not claimed yet had better wait. */
  stalled(network: string): boolean
  /**
   * Asks whoever will send this payment whether it would, before any work: null, or its reason why not. Who can't say says
   * nothing. Absent where we send payments ourselves, and have looked ourselves.
   */
  vet?(network: string, authorization: Authorization): Promise<string | null>
  /** Whether a facilitator settles now, on any network; absent where we send payments ourselves. */
  facilitatorWell?(): boolean
  /** Hands over a payment in `served`; gives its end, or `pending` when `waitMs` passed first. Calling again for the same payment waits for the same settlement. */
  settle(payment: Payment, waitMs: number): Promise<SettlementOutcome>
  /** Finishes everything that an earlier process left, as far as the chains answer. Run before ready. */
  recover(): Promise<void>
  /** Starts the background reconciler and the reorg watch. */
  start(): void
  /** Takes nothing more; what was handed over is still sent. Resolves when its end is known or `deadlineMs` passed; then all rests. */
  drain(deadlineMs: number): Promise<void>
}
