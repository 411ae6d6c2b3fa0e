import type { ComputedPrice, OfferInput } from '../door.ts'

/** What a price is computed from: the call as the API gets it, but by the names that callers use. */
export type Call = OfferInput<unknown, unknown, unknown>

/** One way to compute a price. */
export interface PriceOf {
  /** How, for people and models: `$0.001 for each item of body.addresses`. */
  readonly words: string
  /** Dollars. */
  readonly least: string
  /** Dollars. */
  readonly most: string
  /** @throws Problem for a call that has no price */
  of(call: Call): ComputedPrice
}
