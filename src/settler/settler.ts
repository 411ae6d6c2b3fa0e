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
  /** Since when the oldest payment on its way there waits, in milliseconds since the epoch; null where none does. */
  oldestSince?(network: string): number | null
  /**
   * Whether a payment of this amount could be settled there if it is accepted now: gas money, gas budget, node and ledger. Where not,
   * nothing should be sold. `newContract`: its payer is a contract that has settled nothing before.
   */
  canSettle(network: string, payment: { readonly amount: bigint; readonly newContract?: boolean }): boolean
  /** Why nothing can be sent on a network now, for the operator; null while things can be sent. */
  heldBy(network: string): string | null
  /** Notes that such a payment was accepted, so that the next one is judged with it. */
  accepted(network: string, payment: { readonly amount: bigint; readonly newContract: boolean }): void
  /**
   * The gas that settling this payment of a contract would use, tried by the signer and at the fees that it will get; null where it
   * would fail, or use more than is allowed. Absent where we send nothing ourselves. @throws RpcUnreachable
   */
  contractGas?(network: string, authorization: Authorization): Promise<bigint | null>
  /** How many payments of this payer this process has seen settled. */
  settledBy(payer: Hex): number
  /** What they were worth, in base units. */
  settledValueBy(payer: Hex): bigint
  /** Whether the payer has settled a payment before, here or by the history of the ledger. */
  hasSettledBefore(payer: Hex): Promise<boolean>
  /** Until when this process has barred the payer, or 0. The ledger knows of those that other instances barred. */
  barredUntil(payer: Hex): number
  /**
   * Asks the facilitator, before any work, whether it would send this payment: null, or its reason why not. Null also where it does
   * not answer. Absent where we send payments ourselves, since then the gate has checked them.
   */
  wouldSettle?(network: string, authorization: Authorization): Promise<string | null>
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
