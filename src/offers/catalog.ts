import { CatalogError, checkOffers } from './check-offers.ts'
import { createRouteMatcher, type RouteMatch } from './match-route.ts'
import type { AnyOffer, CatalogView, OfferContext } from './offer.ts'

export interface Catalog extends CatalogView {
  /** The offers that are sold at present, in the order of the list: those of `all` whose engine works, or was not tried yet. */
  readonly offers: readonly AnyOffer[]
  /** The offers whose sources or engines are switched on, whether they work or not. */
  readonly all: readonly AnyOffer[]
  /** One of `all`. */
  byId(id: string): AnyOffer | undefined
  /** To be called when prices have changed, or an engine has: what is derived from the list of offers, and kept by it, is made again. */
  renew(): void
  /**
   * The offer that a method and a path without query (percent-encoded, as on the wire) lead to. One whose engine fails keeps its route:
   * its payers get answers that they have paid for.
   */
  match(method: string, path: string): RouteMatch
}

/**
 * Checks the offers and builds the look-ups. Disabled offers are left out of `offers` and `byId`, but keep their route.
 * @throws CatalogError naming every duplicate, price, template and example that is wrong
 */
export function createCatalog(offers: readonly AnyOffer[], context: Pick<OfferContext, 'sources' | 'chains'>): Catalog {
  const faults = checkOffers(offers)
  if (faults.length > 0) throw new CatalogError(faults)
  const entries = offers.map((offer) => ({ offer, disabled: offer.available(context) === 'disabled' }))
  const all = Object.freeze(entries.filter((entry) => !entry.disabled).map((entry) => entry.offer))
  const sold = () => Object.freeze(all.filter(({ engine }) => engine?.standing() !== 'failed'))
  let present = sold()
  const ids = new Map(all.map((offer) => [offer.id, offer]))
  return {
    get offers() {
      return present
    },
    all,
    renew() {
      present = sold()
    },
    byId: (id) => ids.get(id),
    match: createRouteMatcher(entries),
  }
}
