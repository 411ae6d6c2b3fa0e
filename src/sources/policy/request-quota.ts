import { UpstreamUnreachable } from '../../net/upstream-errors.ts'
import type { Clock } from '../../shared/clock.ts'
import { enoughShare, type RequestLimit } from './request-limit.ts'

/** What a plan of an upstream allows in a month. */
export interface RequestQuotaSettings {
  readonly perMonth: number
}

const longestMonthMs = 31 * 86_400_000
/** Share of the month's requests that may go out one after the other. */
const burstShare = 0.02
/** At the start, so that a service that restarts often does not use up the month. */
const firstShare = 0.002

/**
 * Spreads the requests of a month evenly over it, so that none of its days is without. Unused ones are saved for bursts, up to a
 * fiftieth of the month's. What earlier processes sent is not known: each start may send a five-hundredth at once.
 */
export function createRequestQuota({ perMonth }: RequestQuotaSettings, clock: Clock): RequestLimit {
  const everyMs = longestMonthMs / perMonth
  const most = Math.max(1, Math.floor(perMonth * burstShare))
  let saved = Math.max(1, Math.floor(perMonth * firstShare))
  let since = clock.now()

  const refill = (): void => {
    // A clock that was set back gives nothing, and takes nothing away.
    const passed = Math.max(0, clock.now() - since)
    saved = Math.min(most, saved + passed / everyMs)
    since = clock.now()
  }
  const waitMs = (): number => {
    refill()
    return saved >= 1 ? 0 : Math.ceil((1 - saved) * everyMs)
  }

  return {
    requests: perMonth,
    perMs: longestMonthMs,
    waitMs,
    take() {
      const ms = waitMs()
      if (ms > 0) throw new UpstreamUnreachable('paused', { retryAfterMs: ms })
      saved -= 1
    },
    figures() {
      refill()
      return { left: Math.floor(saved), enough: Math.max(1, Math.floor(most * enoughShare)) }
    },
  }
}
