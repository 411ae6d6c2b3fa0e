import { CatalogError } from './check-offers.ts'
import type { AnyOffer } from './offer.ts'

/** What an operator decides of offers, by their ids. */
export interface OperatorRules {
  /** Their first call is charged like any other. */
  readonly firstCallCharged: readonly string[]
  /** Their payments are settled before the work, as for those that are declared so. */
  readonly settleFirst: readonly string[]
  /** When the others are answered, unless they are declared otherwise. */
  readonly answerAfter: 'confirmed' | 'verified'
  /** With a facilitator every answer waits for its settlement. */
  readonly facilitatorUrl: string | null
}

/** The same offers under the operator's rules. @throws CatalogError for a name that no offer has */
export function withOperatorRules(offers: readonly AnyOffer[], rules: OperatorRules): readonly AnyOffer[] {
  const unknown = (setting: string, ids: readonly string[]) =>
    ids.filter((id) => !offers.some((offer) => offer.id === id)).map((id) => `${setting} names ${id}, which is not an offer`)
  const watchlists = offers.filter(({ id, watchlist }) => watchlist && rules.settleFirst.includes(id))
  const faults = [
    ...watchlists.map(({ id }) => `SETTLE_FIRST names ${id}, whose answers are charged only for what is new`),
    ...unknown('FIRST_CALL_CHARGED', rules.firstCallCharged),
    ...unknown('SETTLE_FIRST', rules.settleFirst),
  ]
  if (faults.length > 0) throw new CatalogError(faults)
  return offers.map((offer) => {
    const settle = rules.settleFirst.includes(offer.id) ? 'first' : offer.settle
    return {
      ...offer,
      firstCallFree: offer.firstCallFree && !rules.firstCallCharged.includes(offer.id),
      settle,
      answerAfter:
        settle === 'first' || rules.facilitatorUrl !== null || offer.watchlist ? 'confirmed' : (offer.answerAfter ?? rules.answerAfter),
    }
  })
}
