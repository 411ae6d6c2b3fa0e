import { priceOf } from '../../offer.ts'
import { formatUsd } from '../../shared/money.ts'
import type { ExampleInput } from './example-input.ts'

/** What the call of an example costs, in a few words: `free`, `$0.0075`, … */
export function priceWords({ offer, freeCallsPerDay }: Pick<ExampleInput, 'offer' | 'freeCallsPerDay'>): string {
  switch (offer.access.kind) {
    case 'free':
      return 'free'
    case 'daily-quota':
      return `${freeCallsPerDay} calls a day free, then $${formatUsd(priceOf(offer))}`
    case 'fixed':
      return `$${formatUsd(priceOf(offer))}`
  }
}
