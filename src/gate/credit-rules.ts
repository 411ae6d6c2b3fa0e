import type { AnyOffer } from '../offers/offer.ts'
import type { Payment } from '../ledger/payments/payment.ts'

/** How often the work may be begun that one payment has paid for. */
export const maxRunsOfCredit = 3

/** Whether a payment is settled before the work. A free call is never settled, and the money of a transfer is here already. */
export function isSettledFirst(offer: AnyOffer, { free, authorization }: Payment): boolean {
  return offer.settle === 'first' && !free && authorization !== null
}

export function runsLeft({ runs }: Payment): number {
  return Math.max(0, maxRunsOfCredit - runs)
}
