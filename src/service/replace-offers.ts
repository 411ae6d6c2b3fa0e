import type { Catalog } from '../offers/catalog.ts'
import { CatalogError } from '../offers/check-offers.ts'
import type { AnyOffer } from '../offers/offer.ts'
import type { PriceChanges } from '../operate/prices/change-prices.ts'
import type { Log } from '../shared/log.ts'

/**
 * Sells another list of offers from now on, without a restart: routes, prices, documents and tools follow. A call that has begun ends with the offer
 * that it began with. The list holds everything that is sold, so our own lines too.
 * @throws CatalogError with everything that is wrong with the list, or StoreFailed; it is logged, and the list before it stays in force
 */
export type OfferReplacement = (offers: readonly AnyOffer[]) => Promise<void>

export function createOfferReplacement(parts: {
  readonly catalog: Catalog
  readonly priceChanges: Pick<PriceChanges, 'replaceOffers'>
  /** The offers under the rules of the operator. */
  readonly asSold: (offers: readonly AnyOffer[]) => readonly AnyOffer[]
  readonly log: Log
}): OfferReplacement {
  const { catalog, priceChanges, asSold, log } = parts
  return async (offers) => {
    const before = catalog.all.map(({ id }) => id)
    try {
      await priceChanges.replaceOffers(asSold(offers))
    } catch (error) {
      const reason = error instanceof CatalogError ? { faults: error.faults } : { err: error }
      log.error(reason, 'the new list of offers is not used, and the list before it stays in force: correct it and hand it in again')
      throw error
    }
    const now = catalog.all.map(({ id }) => id)
    const [added, removed] = [now.filter((id) => !before.includes(id)), before.filter((id) => !now.includes(id))]
    log.info({ count: now.length, added, removed }, 'another list of offers is sold from now on')
  }
}
