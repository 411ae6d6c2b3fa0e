import { LRUCache } from 'lru-cache'
import type { Clock } from '../../../../src/goods/kit/parts.ts'
import { hasPassed } from '../../../../src/goods/kit/time.ts'
import { createSingleFlight } from '../../../../src/goods/kit/workers.ts'

/** What was found out about an address. */
export interface Report {
  /** Milliseconds since the epoch. */
  readonly observedAt: number
  /** Something could not be observed that may be available the next time. */
  readonly partial: boolean
}

export interface CachedReport<R extends Report> {
  readonly report: R
  /** Whether the report was in the cache. */
  readonly cached: boolean
}

export interface ReportCache<R extends Report> {
  /** The kept report for the key, or what `observe` finds. Callers that ask at the same time share one observation. */
  get(key: string, clock: Clock, observe: () => Promise<R>): Promise<CachedReport<R>>
}

const twoMinutesMs = 120_000
/** What was missing may be back soon. */
const keptPartialMs = 15_000

/** Keeps the reports used last: complete ones for `keptMs` (two minutes by default), partial ones for 15 seconds. */
export function createReportCache<R extends Report>(maxReports: number, { keptMs = twoMinutesMs } = {}): ReportCache<R> {
  const kept = new LRUCache<string, R>({ max: maxReports })
  const once = createSingleFlight<string, R>()

  async function observeAndKeep(key: string, observe: () => Promise<R>): Promise<R> {
    const report = await observe()
    kept.set(key, report)
    return report
  }

  return {
    async get(key, clock, observe) {
      const held = kept.get(key)
      if (held && !hasPassed(held.observedAt, held.partial ? keptPartialMs : keptMs, clock.now())) return { report: held, cached: true }
      return { report: await once(key, () => observeAndKeep(key, observe)), cached: false }
    },
  }
}
