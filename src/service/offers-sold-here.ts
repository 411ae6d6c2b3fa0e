import { datasets } from '../catalog/datasets.ts'
import type { Chain, NetworkId } from '../chain/chain.ts'
import { withOperatorRules } from '../offers/operator-rules.ts'
import type { AnyOffer } from '../offers/offer.ts'
import { withPlayMoney } from '../offers/with-play-money.ts'
import { catalogOffers } from './catalog.ts'
import type { LineOffer } from './goods/open-goods.ts'
import type { ServiceInput } from './service-input.ts'

/** Says which offers there are: those of the lines as they are then, in the order of documents. The list of datasets is for a service that has some. */
export function createOfferList(
  { config, sandbox, goods }: Pick<ServiceInput, 'config' | 'sandbox' | 'goods'>,
  chains: ReadonlyMap<NetworkId, Chain>,
): (ofLines: readonly LineOffer[]) => readonly AnyOffer[] {
  const discovery = {
    freeCallsPerDay: config.freeQuotaPerDay,
    protocols: ['x402', 'mpp'],
    networks: [...chains.values()].map(({ network }) => network),
    playMoney: sandbox !== null,
  }
  return (ofLines) => {
    const all = catalogOffers({ discovery }, ofLines, goods.order)
    return all.some(({ dataset }) => dataset !== undefined) ? all : all.filter((offer) => offer !== datasets)
  }
}

/** The offers under the rules of the operator, as they are sold here. @throws CatalogError for a rule that names an offer which is not among them */
export function asSoldHere(
  offers: readonly AnyOffer[],
  { config, sandbox }: Pick<ServiceInput, 'config' | 'sandbox'>,
): readonly AnyOffer[] {
  const ruled = withOperatorRules(offers, config)
  return sandbox ? withPlayMoney(ruled) : ruled
}
