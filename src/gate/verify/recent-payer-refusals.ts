import { createLastUsed } from '../../shared/last-used.ts'
import type { Refusal } from '../../shared/refusal.ts'

/**
 * Payers whose claims the ledger refused a moment ago, and until when it will. Their next payments are answered without a question
 * to a chain.
 */
export interface RecentPayerRefusals {
  /** The refusal of this payer, asked for only after it has signed; null once it no longer holds. */
  of(payer: string, now: number): Refusal | null
  /** @param refusal makes the refusal for the present time */
  remember(payer: string, until: number, refusal: (now: number) => Refusal): void
}

const maxPayers = 20_000

export function createRecentPayerRefusals(): RecentPayerRefusals {
  const known = createLastUsed<{ readonly until: number; readonly refusal: (now: number) => Refusal }>(maxPayers)
  return {
    of(payer, now) {
      const one = known.get(payer.toLowerCase())
      return one && now < one.until ? one.refusal(now) : null
    },
    remember: (payer, until, refusal) => void known.set(payer.toLowerCase(), { until, refusal }),
  }
}
