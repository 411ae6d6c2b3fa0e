import type { Payment } from '../payments/payment.ts'

/** The offer of a payment that was found on chain, where several offers have its price. */
export const unknownOffer = 'unknown'

/** Why such a payment is a credit, until it is used. A code of `Payment.reason`. */
export const adoptedReason = 'adopted'

/** Whether a payment was found on chain, and the ledger does not know which call it paid for. */
export function isAdopted({ reason, state, timing }: Payment): boolean {
  return state === 'credit' && timing === 'first' && reason === adoptedReason
}
