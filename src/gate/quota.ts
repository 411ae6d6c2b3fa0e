import type { Ledger } from '../ledger/ledger.ts'
import { utcDay, type Clock } from '../shared/clock.ts'
import type { Quota } from './question.ts'

/** The free calls of a client address per UTC day: one pool for all quota offers together. */
export interface DailyQuota {
  /** Takes one unit; null when none is left. `giveBack` never throws: if it fails, the unit is lost. */
  take(client: string): Promise<{ quota: Quota; giveBack(): Promise<Quota> } | null>
  left(client: string): Promise<Quota>
}

export function createDailyQuota(parts: { ledger: Ledger; clock: Clock; limit: number }): DailyQuota {
  const { ledger, clock, limit } = parts
  return {
    async take(client) {
      // The day is fixed when the unit is taken: a unit taken before midnight goes back to its own day.
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
