import type { AnyOffer } from '../../offers/offer.ts'

/** The product line of an offer: `market` for `/v1/market/price/{symbol}` and for `/v2/x402/market/rates`. */
export function lineOf({ template }: Pick<AnyOffer, 'template'>): string {
  return template.split('/').find((segment) => segment !== '' && segment !== 'x402' && !/^v\d+$/.test(segment)) ?? 'data'
}
