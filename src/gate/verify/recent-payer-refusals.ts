import type { Problem } from '../../shared/problems.ts'
import { createLastUsed } from '../../shared/last-used.ts'

/**
 * Payers whose claims the ledger refused a moment ago, and until when it will. Their next payments are answered without a question
 * to a chain.
 */
export interface RecentPayerRefusals {
  /** The problem of this payer, asked for only after it has signed. */
  of(payer: string, now: number): Problem | null
  /** @param problem makes the answer for the present time; null once the objection no longer holds */
  remember(payer: string, until: number, problem: (now: number) => Problem): void
}

const maxPayers = 20_000

export function createRecentPayerRefusals(): RecentPayerRefusals {
  const known = createLastUsed<{ readonly until: number; readonly problem: (now: number) => Problem }>(maxPayers)
  return {
    of(payer, now) {
      const objection = known.get(payer.toLowerCase())
      return objection && now < objection.until ? objection.problem(now) : null
    },
    remember: (payer, until, problem) => void known.set(payer.toLowerCase(), { until, problem }),
  }
}
