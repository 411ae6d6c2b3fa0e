import type { AnyOffer, OfferContext } from '../../offers/offer.ts'
import { refusalOf, type Refusal } from '../../shared/refusal.ts'
import { switchedOff } from '../../shared/switched-off.ts'

/** Null, or why the offer can't be run now. */
export function unavailabilityOf(offer: AnyOffer, context: Pick<OfferContext, 'sources' | 'chains'>): Refusal | null {
  const state = offer.available(context)
  if (state === 'available') return null
  if (state === 'disabled') return switchedOff(`${offer.title} is switched off here.`)
  return refusalOf('offer_unavailable', `${offer.title} can't be served at this moment.`, { retryAfter: 10 })
}
