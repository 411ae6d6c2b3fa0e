import type { AnyOffer } from './offer.ts'

/** The product line of an offer: `market` for `/v1/market/price/{symbol}` and for `/v2/x402/market/rates`. */
export function lineOf({ template }: Pick<AnyOffer, 'template'>): string {
  return template.split('/').find((segment) => segment !== '' && segment !== 'x402' && !/^v\d+$/.test(segment)) ?? 'data'
}

/** The product lines of these offers, in the order of their first offers. */
export function linesOf(offers: readonly AnyOffer[]): string[] {
  return [...new Set(offers.map(lineOf))]
}
