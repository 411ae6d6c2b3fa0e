import { UpstreamUnreachable } from '../../net/upstream-errors.ts'
import type { Clock } from '../../shared/clock.ts'

/** What an upstream allows: at most `requests` in any period of `perMs` milliseconds. */
export interface RequestLimitSettings {
  readonly requests: number
  readonly perMs: number
}

/** Keeps requests within what an upstream allows. A request above the limit is refused here, before the upstream sees it. */
export interface RequestLimit {
  /** Requests that are allowed, and in how many milliseconds. */
  readonly requests: number
  readonly perMs: number
  /** Milliseconds until the next request may go out; 0 if it may now. */
  waitMs(): number
  /** Counts a request. @throws UpstreamUnreachable `paused` when it would exceed the limit. */
  take(): void
  /** Requests that may go out now, and how many of them are enough to go on after it was used up. */
  figures(): { readonly left: number; readonly enough: number }
}

/** Of the most requests that may be saved, those with which it goes on after it was used up. */
export const enoughShare = 0.1

export function createRequestLimit({ requests, perMs }: RequestLimitSettings, clock: Clock): RequestLimit {
  /** Times of the latest requests, the oldest first. */
  let taken: number[] = []

  const waitMs = (): number => {
    const oldest = taken.at(-requests)
    if (oldest === undefined) return 0
    const age = clock.now() - oldest
    // After the clock was set back the age is unknown, and the old time may never come again.
    return age < 0 ? 0 : Math.max(0, perMs - age)
  }

  const left = (): number => {
    const now = clock.now()
    return requests - taken.filter((at) => now >= at && now - at < perMs).length
  }

  return {
    requests,
    perMs,
    waitMs,
    take() {
      const ms = waitMs()
      if (ms > 0) throw new UpstreamUnreachable('paused', { retryAfterMs: ms })
      taken = [...taken, clock.now()].slice(-requests)
    },
    figures: () => ({ left: left(), enough: Math.max(1, Math.floor(requests * enoughShare)) }),
  }
}
