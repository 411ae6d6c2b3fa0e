import type { Chain } from '../../chain/chain.ts'
import { answersNow } from '../../chain/reachability.ts'
import { priceOf, type AnyOffer, type OfferContext } from '../../offers/offer.ts'
import type { SettlementCosts } from '../../settler/settlement-cost.ts'
import type { Settler } from '../../settler/settler.ts'

export interface SalesParts extends Pick<OfferContext, 'sources'> {
  /** What is for sale now. */
  readonly offers: () => readonly AnyOffer[]
  /** The networks of payments, and those that answers are read from. */
  readonly chains: ReadonlyMap<string, Pick<Chain, 'network' | 'awaited' | 'reachability'>>
  readonly dataChains: OfferContext['chains']
  readonly settler: Pick<Settler, 'networks' | 'heldBy' | 'isFacilitatorUp'>
  /** Null where settling costs us nothing. */
  readonly costs: Pick<SettlementCosts, 'isTooExpensive'> | null
}

/**
 * Whether any offer with a price can be sold at this moment: it is available, and there is a network on which its payment settles.
 * Without an account of our own that settles, payers can still send transfers themselves, so a network that answers is enough. The
 * same holds for a facilitator that is down: only payments find out that it is back, so they must still come. Sends no request.
 */
export function createSalesCheck({ offers, chains, dataChains, sources, settler, costs }: SalesParts): () => boolean {
  const answering = () => [...chains.values()].filter(answersNow)
  const settles = (price: bigint) =>
    answering().some(({ network: { id } }) => settler.networks.has(id) && settler.heldBy(id) === null && !costs?.isTooExpensive(id, price))
  const byTransfer = settler.networks.size === 0 || settler.isFacilitatorUp !== undefined
  return () =>
    offers().some((offer) => {
      if (priceOf(offer) === 0n) return false
      const isPayable = byTransfer ? answering().length > 0 : settles(priceOf(offer))
      return isPayable && offer.available({ sources, chains: dataChains }) === 'available'
    })
}
