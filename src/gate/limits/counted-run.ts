import type { CountedRun } from '../../ledger/quotas/uncharged-runs.ts'
import { utcHour } from '../../shared/clock.ts'

/** No run takes longer, whatever a clock says that was set. */
const maxSeconds = 60

/** A run that began at one time and ended at another, in milliseconds since the epoch, as it counts for its caller. */
export function runOf(from: number, to: number): CountedRun {
  return { hour: utcHour(to), seconds: Math.min(maxSeconds, Math.max(1, Math.ceil((to - from) / 1_000))) }
}
