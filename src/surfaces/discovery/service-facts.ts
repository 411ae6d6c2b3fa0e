import { priceOf, type AnyOffer } from '../../offer.ts'
import { formatUsd } from '../../shared/money.ts'

/** All that the discovery documents are made of. */
export interface ServiceFacts {
  readonly offers: readonly AnyOffer[]
  /** In the order of the 402: the first one that settles is asked for unless the caller names another. */
  readonly networks: readonly FactsOfNetwork[]
  /** Absolute base address, without a slash at the end. */
  readonly publicUrl: string
  /** Free calls that a client address has per UTC day on all quota routes together. */
  readonly freeCallsPerDay: number
  /** Answers are made from stand-in data and payments are play money. */
  readonly simulated: boolean
}

export interface FactsOfNetwork {
  /** CAIP-2 */
  readonly id: string
  readonly name: string
  /** The canonical USDC contract. */
  readonly asset: string
  /** Whether we send what a payer signed; elsewhere payers send their transfers themselves. */
  readonly settles: boolean
}

/** What a call costs, in words. */
export function priceInWords(offer: AnyOffer, freeCallsPerDay: number): string {
  switch (offer.access.kind) {
    case 'free':
      return 'free'
    case 'daily-quota':
      return `${freeCallsPerDay} calls a day free for each client address on all such routes together, then $${formatUsd(priceOf(offer))}`
    case 'fixed':
      return `$${formatUsd(priceOf(offer))}`
  }
}
