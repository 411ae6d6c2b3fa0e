import { UpstreamError, UpstreamUnreachable } from '../../../src/goods/kit/http.ts'
import type { Clock } from '../../../src/goods/kit/parts.ts'

const minute = 60_000
/** Pauses after the first failure in a row, the second, and so on; the last one repeats. */
const usualPausesMs: readonly number[] = [2 * minute, 5 * minute, 15 * minute, 30 * minute]
/** No host can make a list wait for longer. A list that is older than 48 hours clears nobody. */
const maxPauseMs = 6 * 60 * minute

/** When a list that could not be loaded is tried again. Kept in memory: a restart tries at once. */
export interface ListRetries {
  /** Whether the pause after the last failure is over. */
  isDue(list: string): boolean
  /** Counts a failure, and returns the milliseconds until the next try. `error`: undefined where a download was refused. */
  failed(list: string, pausesMs: readonly number[] | undefined, error?: unknown): number
  succeeded(list: string): void
}

export function createListRetries(clock: Clock): ListRetries {
  const failures = new Map<string, { readonly count: number; readonly dueAt: number }>()
  return {
    isDue: (list) => clock.now() >= (failures.get(list)?.dueAt ?? -Infinity),
    failed(list, pausesMs = usualPausesMs, error) {
      const before = failures.get(list)?.count ?? 0
      const asked = error instanceof UpstreamError ? (error.retryAfterMs ?? 0) : 0
      // Its host asked us to wait, or failed too often for another list, so this one was not requested.
      const wasSent = !(error instanceof UpstreamUnreachable && (error.reason === 'paused' || error.reason === 'breaker_open'))
      const pause = wasSent ? (pausesMs[Math.min(before, pausesMs.length - 1)] ?? 0) : (pausesMs[0] ?? 0)
      const ms = Math.min(maxPauseMs, Math.max(pause, asked))
      failures.set(list, { count: before + (wasSent ? 1 : 0), dueAt: clock.now() + ms })
      return ms
    },
    succeeded: (list) => void failures.delete(list),
  }
}
