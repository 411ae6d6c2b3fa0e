import { lines } from '../goods/lines.ts'
import type { AnyOffer } from '../src/offers/offer.ts'
import type { CatalogSettings } from '../src/service/catalog.ts'
import { describeOffers } from '../src/service/goods/describe-offers.ts'
import { loadGoods } from '../src/service/goods/load-goods.ts'

/** Every offer that comes with the service, with default settings of its line. None of them may be called. */
export async function describedOffers(settings: CatalogSettings): Promise<readonly AnyOffer[]> {
  return describeOffers(await loadGoods({ goods: [], mode: 'sandbox' }, lines, {}), settings)
}
