import type { Access, AnyOffer } from './offer.ts'

/** A price that is ordered for an offer from a moment on; null: the declared one. Base units, milliseconds. */
export interface OrderedPrice {
  /** Later orders have higher numbers. */
  readonly number: number
  readonly offerId: string
  readonly price: bigint | null
  readonly from: number
}

export interface PriceChange {
  readonly offerId: string
  readonly price: bigint
  /** It is sold as it is declared again. */
  readonly isDeclared: boolean
}

/** The price of an offer now, and the next one that is ordered. */
export interface PriceStanding {
  readonly offerId: string
  readonly price: bigint
  readonly declared: bigint
  /** Since when it is sold at an ordered price; null where its price is the declared one. */
  readonly since: number | null
  /** The number of the order that its price comes from; null before the first one has taken effect. */
  readonly version: number | null
  readonly next: { readonly price: bigint; readonly from: number; readonly version: number } | null
}

/** The prices of offers while the service runs: declared ones, and those that the operator ordered. */
export interface OfferPrices {
  /** The same offers, each of which has its present price at every moment. Copies of them would keep the price of their moment. */
  priced(offers: readonly AnyOffer[]): readonly AnyOffer[]
  /** What differs from the present prices at this moment. Orders below the least price of their offer are left out. */
  due(orders: readonly OrderedPrice[], now: number): readonly PriceChange[]
  apply(changes: readonly PriceChange[]): void
  /** Offers with an order, in the order of the catalog. */
  standing(orders: readonly OrderedPrice[], now: number): readonly PriceStanding[]
}

export function createOfferPrices(): OfferPrices {
  const declared = new Map<string, AnyOffer>()
  const present = new Map<string, Access>()

  const priceIn = (access: Access) => (access.kind === 'free' ? 0n : access.price)
  const declaredPrice = (offer: AnyOffer) => priceIn(offer.access)
  const isAllowed = (offer: AnyOffer, price: bigint) => whyNotFor(offer, price) === null

  function ordered(offer: AnyOffer, orders: readonly OrderedPrice[], now: number): OrderedPrice | undefined {
    return orders.findLast(({ offerId, from, price }) => offerId === offer.id && from <= now && (price === null || isAllowed(offer, price)))
  }

  return {
    priced: (offers) =>
      offers.map((offer) => {
        declared.set(offer.id, offer)
        return {
          ...offer,
          get access() {
            return present.get(offer.id) ?? offer.access
          },
        }
      }),
    due: (orders, now) =>
      [...declared.values()].flatMap((offer) => {
        const order = ordered(offer, orders, now)?.price ?? null
        const access = present.get(offer.id) ?? offer.access
        const price = order ?? declaredPrice(offer)
        // A computed price may have the ordered one as its least price.
        const isSame = price === priceIn(access) && (offer.access.kind !== 'computed' || (order === null) === (access.kind === 'computed'))
        return isSame ? [] : [{ offerId: offer.id, price, isDeclared: order === null }]
      }),
    apply(changes) {
      for (const { offerId, price, isDeclared } of changes) {
        const access = declared.get(offerId)?.access
        if (!access || access.kind === 'free') continue
        if (access.kind !== 'computed') present.set(offerId, { ...access, price })
        else if (isDeclared) present.delete(offerId)
        // The operator's price is one for all calls.
        else present.set(offerId, { kind: 'fixed', price })
      }
    },
    standing: (orders, now) =>
      [...declared.values()].flatMap((offer) => {
        const own = orders.filter(({ offerId }) => offerId === offer.id)
        if (own.length === 0) return []
        const current = ordered(offer, own, now)
        const next = own.find(({ from, price }) => from > now && (price === null || isAllowed(offer, price)))
        return [
          {
            offerId: offer.id,
            price: current?.price ?? declaredPrice(offer),
            declared: declaredPrice(offer),
            since: current && current.price !== null ? current.from : null,
            version: current?.number ?? null,
            next: next ? { price: next.price ?? declaredPrice(offer), from: next.from, version: next.number } : null,
          },
        ]
      }),
  }
}

/** Why an offer can't be sold at this price; null where it can. */
export function whyNotFor({ access, minPrice = 1n }: Pick<AnyOffer, 'access' | 'minPrice'>, price: bigint): 'free' | 'too_low' | null {
  if (access.kind === 'free') return 'free'
  return price < minPrice ? 'too_low' : null
}
