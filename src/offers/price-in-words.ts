import { formatUsd } from '../shared/money.ts'
import { priceOf, type AnyOffer } from './offer.ts'
import { priceOfCall } from './price-of-call.ts'

type Priced = Pick<AnyOffer, 'access'>

/** `$0.0075`; `$0.01 to $2` where the price is computed from each call. */
export function dollarsOf(offer: Priced): string {
  const least = `$${formatUsd(priceOf(offer))}`
  return offer.access.kind === 'computed' ? `${least} to $${formatUsd(offer.access.most)}` : least
}

/** What a call buys, in the title of its terms: with how its price was computed. */
export function titleAtPrice(offer: Pick<AnyOffer, 'title' | 'access'>): string {
  const computed = priceOfCall(offer)
  return computed ? `${offer.title}: ${computed.words}` : offer.title
}

/** The same, and how the price is computed: `$0.01 to $2: $0.001 for each address`. */
export function dollarsAndHow(offer: Priced): string {
  return offer.access.kind === 'computed' ? `${dollarsOf(offer)}: ${offer.access.words}` : dollarsOf(offer)
}

/** How it is sold, in the words of documents that list prices: always for a price, whether the price is computed or not. */
export function accessInLists({ access }: Priced): 'free' | 'daily-quota' | 'fixed' {
  return access.kind === 'computed' ? 'fixed' : access.kind
}

/** Whether every call is paid for, at one price or at one that is computed. */
export function isAlwaysPaid(offer: Priced): boolean {
  return accessInLists(offer) === 'fixed'
}

/** The price in documents that list prices; null for a free offer. `usd` is the least price where it is computed. */
export function listedPrice(offer: Priced): { readonly usd: string; readonly baseUnits: string } | null {
  const { access } = offer
  if (access.kind === 'free') return null
  const price = { usd: formatUsd(access.price), baseUnits: access.price.toString() }
  const more = access.kind === 'computed' ? { mostUsd: formatUsd(access.most), how: access.words } : {}
  return { ...price, ...more }
}
