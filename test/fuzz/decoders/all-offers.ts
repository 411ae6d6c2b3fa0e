import { describedOffers } from '../../described-offers.ts'
import type { AnyOffer } from '../../../src/offers/offer.ts'

/** Every offer, with default settings. */
export const allOffers: readonly AnyOffer[] = await describedOffers({
  discovery: { freeCallsPerDay: 25, protocols: ['x402', 'mpp'], networks: [], playMoney: false },
})
