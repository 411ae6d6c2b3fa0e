import { priceOf } from '../../offers/offer.ts'
import { formatUsd } from '../../shared/money.ts'
import type { ExampleInput } from './example-input.ts'

/** The price of an example's call in a few words: `free`, `$0.0075`, … */
export function priceWords({ offer, freeCallsPerDay }: Pick<ExampleInput, 'offer' | 'freeCallsPerDay'>): string {
  switch (offer.access.kind) {
    case 'free':
      return 'free'
    case 'daily-quota':
      return `${freeCallsPerDay} free calls per day, then $${formatUsd(priceOf(offer))}`
    case 'fixed':
      return `$${formatUsd(priceOf(offer))}`
  }
}
