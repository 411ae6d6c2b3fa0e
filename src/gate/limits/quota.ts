import type { Ledger } from '../../ledger/ledger.ts'
import type { QuotaInput } from '../../ledger/quotas/quota.ts'
import { utcDay, utcHour, type Clock } from '../../shared/clock.ts'
import type { Quota } from '../outcome.ts'

/** The free calls of a client address per UTC day: one pool for all quota offers together. */
export interface DailyQuota {
  /** Takes one unit; null when none is left. */
  take(client: string): Promise<QuotaUnit | null>
  left(client: string): Promise<Quota>
}

/** One free call that was taken. */
export interface QuotaUnit {
  readonly quota: Quota
  /** Gives it back after a run that failed by its client's doing, up to the hour's limit. Never throws: if it fails, the unit is lost. */
  giveBack(): Promise<Quota>
  /** Gives it back where nothing was run, or where a run failed by our doing or that of a source. Never throws: if it fails, the unit is lost. */
  undo(): Promise<Quota>
}

/**
 * @param maxGiveBacks how many failed calls of a client address give their unit back per UTC hour. A failed call may have asked
 *   a node, such as for a name that nobody has, so without a limit one unit would buy any number of questions.
 */
export function createDailyQuota(parts: { ledger: Ledger; clock: Clock; limit: number; maxGiveBacks: number }): DailyQuota {
  const { ledger, clock, limit, maxGiveBacks } = parts

  async function giveBack(unit: QuotaInput): Promise<number> {
    // Counted beside the units themselves, under the hour instead of the day.
    const counted = await ledger.takeQuota({ day: utcHour(clock.now()), pool: unit.pool, limit: maxGiveBacks })
    return counted.taken ? (await ledger.returnQuota(unit)).remaining : ledger.quotaLeft(unit)
  }

  return {
    async take(client) {
      // The day is fixed when the unit is taken: a unit taken before midnight goes back to its own day.
      const unit = { day: utcDay(clock.now()), pool: client, limit }
      const { taken, remaining } = await ledger.takeQuota(unit)
      if (!taken) return null
      return {
        quota: { limit, remaining },
        giveBack: async () => ({ limit, remaining: await giveBack(unit).catch(() => remaining) }),
        undo: async () => ({
          limit,
          remaining: await ledger.returnQuota(unit).then(
            (left) => left.remaining,
            () => remaining,
          ),
        }),
      }
    },
    async left(client) {
      return { limit, remaining: await ledger.quotaLeft({ day: utcDay(clock.now()), pool: client, limit }) }
    },
  }
}
