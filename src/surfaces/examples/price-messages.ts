import { dollarsAndHow, dollarsOf } from '../../offers/price-in-words.ts'
import type { ExampleInput } from './example-input.ts'

/** The price of an example's call in a few words: `free`, `$0.0075`, … */
export function priceMessage({ offer, freeCallsPerDay }: Pick<ExampleInput, 'offer' | 'freeCallsPerDay'>): string {
  switch (offer.access.kind) {
    case 'free':
      return 'free'
    case 'daily-quota':
      return `${freeCallsPerDay} free calls per day, then ${dollarsOf(offer)}`
    case 'fixed':
      return dollarsOf(offer)
    case 'computed':
      return dollarsAndHow(offer)
  }
}
