import { CatalogError } from './check-offers.ts'
import type { AnyOffer } from './offer.ts'

/** The same offers, without the first call free of those that the operator names. @throws CatalogError for a name that no offer has */
export function chargeFirstCalls(offers: readonly AnyOffer[], charged: readonly string[]): readonly AnyOffer[] {
  const unknown = charged.filter((id) => !offers.some((offer) => offer.id === id))
  if (unknown.length > 0) throw new CatalogError(unknown.map((id) => `FIRST_CALL_CHARGED names ${id}, which is no offer`))
  return offers.map((offer) => (charged.includes(offer.id) ? { ...offer, firstCallFree: false } : offer))
}
