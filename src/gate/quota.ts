import type { Ledger } from '../ledger/ledger.ts'
import { utcDay, type Clock } from '../shared/clock.ts'
import type { Quota } from './question.ts'

/** The free calls that a client address has per UTC day: one pool for all quota offers together. */
export interface DailyQuota {
  /** Takes one; null when none is left. The ticket gives it back, and never throws: where that fails the unit is lost. */
  take(client: string): Promise<{ quota: Quota; giveBack(): Promise<Quota> } | null>
  left(client: string): Promise<Quota>
}

export function createDailyQuota(parts: { ledger: Ledger; clock: Clock; limit: number }): DailyQuota {
  const { ledger, clock, limit } = parts
  return {
    async take(client) {
      // The day is fixed with the ticket: a unit taken before midnight goes back to its own day.
      const unit = { day: utcDay(clock.now()), pool: client, limit }
      const { taken, remaining } = await ledger.takeQuota(unit)
      if (!taken) return null
      return {
        quota: { limit, remaining },
        giveBack: async () => {
          const left = await ledger.returnQuota(unit).catch(() => ({ remaining }))
          return { limit, remaining: left.remaining }
        },
      }
    },
    async left(client) {
      return { limit, remaining: await ledger.quotaLeft({ day: utcDay(clock.now()), pool: client, limit }) }
    },
  }
}
