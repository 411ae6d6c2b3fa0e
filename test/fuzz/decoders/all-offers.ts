import { productLines } from '../../../src/catalog.ts'
import type { AnyOffer } from '../../../src/offer.ts'

/** Everything for sale, with settings as they are by default. */
export const allOffers: readonly AnyOffer[] = productLines({
  discovery: { freeCallsPerDay: 25, protocols: ['x402', 'mpp'] },
  settlementFees: { basisPoints: 50n, fixedEurCents: 10n },
})
