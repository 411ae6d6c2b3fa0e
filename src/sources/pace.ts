import { UpstreamUnreachable } from '../net/upstream-errors.ts'
import type { Clock } from '../shared/clock.ts'

/** What an upstream allows: so many requests in any stretch of so many milliseconds. */
export interface PaceSettings {
  readonly requests: number
  readonly perMs: number
}

/** Keeps us within what an upstream allows. A request too many is refused here, before the upstream has to. */
export interface Pace {
  /** Milliseconds until a request may go out; 0 for now. */
  waitMs(): number
  /** Counts a request. @throws UpstreamUnreachable `paused` where it would be one too many. */
  take(): void
}

export function createPace({ requests, perMs }: PaceSettings, clock: Clock): Pace {
  /** Times of the latest requests, the oldest first. */
  let taken: number[] = []

  const waitMs = (): number => {
    const oldest = taken.at(-requests)
    if (oldest === undefined) return 0
    const age = clock.now() - oldest
    // A clock that was put back says nothing of how long ago that was, and nobody waits for it to come again.
    return age < 0 ? 0 : Math.max(0, perMs - age)
  }

  return {
    waitMs,
    take() {
      const ms = waitMs()
      if (ms > 0) throw new UpstreamUnreachable('paused', { retryAfterMs: ms })
      taken = [...taken, clock.now()].slice(-requests)
    },
  }
}
