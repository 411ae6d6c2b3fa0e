import { CatalogError } from './check-offers.ts'
import type { AnyOffer } from './offer.ts'

/** What an operator decides of offers, by their ids. */
export interface OperatorRules {
  /** Their first call is charged like any other. */
  readonly firstCallCharged: readonly string[]
  /** Their payments are settled before the work, as for those that are declared so. */
  readonly settleFirst: readonly string[]
}

/** The same offers under the operator's rules. @throws CatalogError for a name that no offer has */
export function withOperatorRules(offers: readonly AnyOffer[], rules: OperatorRules): readonly AnyOffer[] {
  const unknown = (setting: string, ids: readonly string[]) =>
    ids.filter((id) => !offers.some((offer) => offer.id === id)).map((id) => `${setting} names ${id}, which is no offer`)
  const faults = [...unknown('FIRST_CALL_CHARGED', rules.firstCallCharged), ...unknown('SETTLE_FIRST', rules.settleFirst)]
  if (faults.length > 0) throw new CatalogError(faults)
  return offers.map((offer) => ({
    ...offer,
    firstCallFree: offer.firstCallFree && !rules.firstCallCharged.includes(offer.id),
    settle: rules.settleFirst.includes(offer.id) ? 'first' : offer.settle,
  }))
}
