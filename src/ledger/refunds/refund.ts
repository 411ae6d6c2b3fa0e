import type { Hex } from '../../shared/bytes.ts'
import type { Payment } from '../payments/payment.ts'

/** One attempt to give a payment back. */
export interface Refund {
  /** Receipt of the refund, which is a payment of its own. */
  readonly id: string
  /** Receipt of the payment that is given back. */
  readonly paymentId: string
  readonly payer: Hex
  readonly network: string
  /** What the payer had paid, and what goes back. Base units. */
  readonly amount: bigint
  readonly net: bigint
  readonly askedAt: number
  readonly reason: string
  /** Null while it is under way. */
  readonly outcome: 'confirmed' | 'failed' | null
}

export interface AskRefundInput {
  /** The credit as it was seen. */
  readonly credit: Payment
  readonly day: string
  readonly at: number
  readonly reason: string
  /** What may be given back on that UTC day in all, and to one payer. Base units. */
  readonly limits: { readonly perDay: bigint; readonly perPayer: bigint }
  /** The payment that gives it back. Its nonce is the same for every attempt with one credit, so a chain can make one of them only. */
  readonly refund: {
    readonly id: string
    readonly from: Hex
    readonly net: bigint
    readonly authorization: NonNullable<Payment['authorization']>
    readonly instance: string
    readonly leaseUntil: number
    readonly claimBlock: bigint
  }
}

export type AskRefundResult =
  /** `payment` is the refund, which is to be settled. */
  | { readonly result: 'asked'; readonly payment: Payment }
  /** It is no credit any more, or its settlement is not final. */
  | { readonly result: 'no_credit' }
  | { readonly result: 'over_limit'; readonly by: 'day' | 'payer' }

/** Selects credits that a payment which was settled first has left, for good. */
export const finalCredit = `state = 'credit' AND timing = 'first' AND final = 1`
