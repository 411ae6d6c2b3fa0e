import { isSoldWith, sourcesOf, type SaleContext } from '../needs.ts'
import type { AnyOffer } from '../offer.ts'

/** Which sources an offer rests on, and what a contract for some of them changes. All are named by id. */
export interface OfferSources {
  readonly offer: string
  /** Sources whose answers may be sold without a contract. */
  readonly open: readonly string[]
  /** Sources that need a contract: those that `SOURCES_ACCEPTED` switches on. */
  readonly contract: readonly string[]
  /** Whether it is sold without any further contract. */
  readonly soldWithout: boolean
  /** Sources of which any one makes it sold; empty where it is sold without, and where one is not enough. */
  readonly anyOf: readonly string[]
  /** Sources of which some two make it sold, where one is not enough. */
  readonly twoOf: readonly string[]
}

interface OfferSourcesParts extends SaleContext {
  readonly isOn?: Enabled
  readonly hasContract?: Enabled
}

type Enabled = (id: string) => boolean

/**
 * The sources of each offer that has any, in the order of the offers, as the offers declare them. No source is asked anything.
 * @param isOn whether a source is on besides the question of contracts, as when the operator has not switched it off
 * @param hasContract whether the operator has a contract for a source already
 */
export function offerSources(
  offers: readonly AnyOffer[],
  { isOn = () => true, hasContract = () => false, ...context }: OfferSourcesParts,
): OfferSources[] {
  const { byId } = context.sources
  const needsContract: Enabled = (id) => byId.get(id)?.source.terms.resale === 'contract'
  return offers.flatMap((offer): OfferSources[] => {
    const named = new Set([...(offer.dataset?.sources ?? []), ...sourcesOf(offer.needs)])
    const used = [...byId.keys()].filter((id) => named.has(id))
    if (used.length === 0) return []
    const isSold = (accepted: Enabled) =>
      isSoldWith(offer.needs, (id) => byId.has(id) && isOn(id) && (!needsContract(id) || hasContract(id) || accepted(id)), context)
    const contract = used.filter(needsContract)
    const soldWithout = isSold(() => false)
    const anyOf = soldWithout ? [] : contract.filter((one) => isSold((id) => id === one))
    const isHalf = (one: string) => contract.some((other) => other !== one && isSold((id) => id === one || id === other))
    const twoOf = soldWithout || anyOf.length > 0 ? [] : contract.filter(isHalf)
    return [{ offer: offer.id, open: used.filter((id) => !needsContract(id)), contract, soldWithout, anyOf, twoOf }]
  })
}
