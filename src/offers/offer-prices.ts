import { priceOf, type Access, type AnyOffer } from './offer.ts'

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
  /**
   * The same offers, each of which has its present price at every moment. Copies of them would keep the price of their moment. It takes effect
   * with `use`; from then on the offers of the list before keep the prices that they have, for calls that have begun.
   */
  prepare(offers: readonly AnyOffer[], orders?: readonly OrderedPrice[], now?: number): PricedOffers
  /** What differs from the present prices at this moment. Orders below the least price of their offer are left out. */
  due(orders: readonly OrderedPrice[], now: number): readonly PriceChange[]
  apply(changes: readonly PriceChange[]): void
  /** Offers with an order, in the order of the catalog. */
  standing(orders: readonly OrderedPrice[], now: number): readonly PriceStanding[]
}

export interface PricedOffers {
  readonly offers: readonly AnyOffer[]
  /** From now on `due`, `apply` and `standing` are about these offers. */
  use(): void
}

/** The offers of one list by their ids, and the prices that differ from those that they declare. */
interface PricedList {
  readonly declared: ReadonlyMap<string, AnyOffer>
  readonly present: Map<string, Access>
}

export function createOfferPrices(): OfferPrices {
  let list: PricedList = { declared: new Map(), present: new Map() }
  return {
    prepare(offers, orders = [], now = 0) {
      const next: PricedList = { declared: new Map(offers.map((offer) => [offer.id, offer])), present: new Map() }
      apply(next, due(next, orders, now))
      return {
        offers: offers.map((offer) => withPresentPrice(offer, next.present)),
        use() {
          list = next
        },
      }
    },
    due: (orders, now) => due(list, orders, now),
    apply: (changes) => apply(list, changes),
    standing: (orders, now) => [...list.declared.values()].flatMap((offer) => standingOf(offer, orders, now) ?? []),
  }
}

function withPresentPrice(offer: AnyOffer, present: ReadonlyMap<string, Access>): AnyOffer {
  return {
    ...offer,
    get access() {
      return present.get(offer.id) ?? offer.access
    },
  }
}

function due({ declared, present }: PricedList, orders: readonly OrderedPrice[], now: number): PriceChange[] {
  return [...declared.values()].flatMap((offer) => {
    const order = orderOf(offer, orders, now)?.price ?? null
    const access = present.get(offer.id) ?? offer.access
    const price = order ?? priceOf(offer)
    // A computed price may have the ordered one as its least price.
    const isSame = price === priceIn(access) && (offer.access.kind !== 'computed' || (order === null) === (access.kind === 'computed'))
    return isSame ? [] : [{ offerId: offer.id, price, isDeclared: order === null }]
  })
}

function apply({ declared, present }: PricedList, changes: readonly PriceChange[]): void {
  for (const { offerId, price, isDeclared } of changes) {
    const access = declared.get(offerId)?.access
    if (!access || access.kind === 'free') continue
    if (access.kind !== 'computed') present.set(offerId, { ...access, price })
    else if (isDeclared) present.delete(offerId)
    // The operator's price is one for all calls.
    else present.set(offerId, { kind: 'fixed', price })
  }
}

function standingOf(offer: AnyOffer, orders: readonly OrderedPrice[], now: number): PriceStanding | null {
  const own = orders.filter(({ offerId }) => offerId === offer.id)
  if (own.length === 0) return null
  const declared = priceOf(offer)
  const current = orderOf(offer, own, now)
  const next = own.find(({ from, price }) => from > now && (price === null || isAllowed(offer, price)))
  return {
    offerId: offer.id,
    price: current?.price ?? declared,
    declared,
    since: current && current.price !== null ? current.from : null,
    version: current?.number ?? null,
    next: next ? { price: next.price ?? declared, from: next.from, version: next.number } : null,
  }
}

function orderOf(offer: AnyOffer, orders: readonly OrderedPrice[], now: number): OrderedPrice | undefined {
  return orders.findLast(({ offerId, from, price }) => offerId === offer.id && from <= now && (price === null || isAllowed(offer, price)))
}

const priceIn = (access: Access) => (access.kind === 'free' ? 0n : access.price)
const isAllowed = (offer: AnyOffer, price: bigint) => whyNotFor(offer, price) === null

/** The prices that go on record. A price that is computed from each call is on record with its payment. */
export function pricesToRecord(offers: readonly AnyOffer[]): readonly { readonly offerId: string; readonly price: bigint }[] {
  return offers.filter(({ access }) => access.kind !== 'computed').map((offer) => ({ offerId: offer.id, price: priceOf(offer) }))
}

/** Why an offer can't be sold at this price; null where it can. */
export function whyNotFor({ access, minPrice = 1n }: Pick<AnyOffer, 'access' | 'minPrice'>, price: bigint): 'free' | 'too_low' | null {
  if (access.kind === 'free') return 'free'
  return price < minPrice ? 'too_low' : null
}
