import { usd } from '../shared/money.ts'
import type { OfferInput } from './offer-input.ts'

/** The price of one call, in base units, and how it was computed: `12 items at $0.001`. */
export interface ComputedPrice {
  readonly price: bigint
  readonly words: string
}

/** How the price of one call was computed, and between which prices those of its offer are. Base units. */
export interface PriceOfCall {
  readonly words: string
  readonly least: bigint
  readonly most: bigint
  /** The offer whose price is computed. */
  readonly of: object
}

/** `price` is the least price and `most` the highest; `words` say how it is computed. */
export interface ComputedAccess {
  readonly kind: 'computed'
  readonly price: bigint
  readonly most: bigint
  readonly words: string
  priceOf(input: OfferInput<unknown, unknown, unknown>): ComputedPrice
}

/** How the price of a call is computed from its input. */
export interface PriceRule<P, Q, B> {
  /** Dollars. A call that would cost less costs this. */
  readonly least: string
  /** Dollars. A call that would cost more is refused. */
  readonly most: string
  /** How it is computed, for people and models: `$0.001 for each address`. */
  readonly words: string
  /** It depends on nothing but the input, takes less than a millisecond, and asks nobody. @throws Problem */
  priceOf(input: OfferInput<P, Q, B>): ComputedPrice
}

/** A price that is computed from the input of each call, before the call is paid for. */
export function computedPrice<P, Q, B>({ least, most, words, priceOf }: PriceRule<P, Q, B>): ComputedAccess {
  return { kind: 'computed', price: usd(least), most: usd(most), words, priceOf: (input) => priceOf(input as OfferInput<P, Q, B>) }
}
