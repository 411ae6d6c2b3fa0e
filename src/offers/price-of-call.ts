import type { PriceOfCall } from './computed-price.ts'
import type { AnyOffer } from './offer.ts'

/** How the price of this call was computed; null where all calls of the offer cost the same. */
export function priceOfCall({ access }: { readonly access?: AnyOffer['access'] }): PriceOfCall | null {
  return access?.kind === 'fixed' ? (access.computed ?? null) : null
}

/** The offer as the catalog has it, of one at the price of a call: what is made for an offer is kept by it. */
export function baseOf(offer: AnyOffer): object {
  return priceOfCall(offer)?.of ?? offer
}
