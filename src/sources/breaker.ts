import type { Clock } from '../shared/clock.ts'

/** `paused`: the upstream asked us to wait. `half-open`: the next request is a probe. */
export type BreakerState = 'closed' | 'open' | 'half-open' | 'paused'

export type Admission =
  | { readonly kind: 'admitted' }
  | { readonly kind: 'refused'; readonly state: 'open' | 'paused' | 'half-open'; readonly retryAfterMs: number }

export interface BreakerSettings {
  /** Consecutive failures that open it. */
  readonly failures: number
  /** How long it stays open before it lets a probe through. */
  readonly halfOpenAfterMs: number
}

export const defaultBreaker: BreakerSettings = { failures: 5, halfOpenAfterMs: 30_000 }

/** An hour: no upstream may send us away for ever. */
const longestPauseMs = 3_600_000

/** Stops asking a host that does not answer. One per host. */
export interface Breaker {
  state(): BreakerState
  /** Whether a request may go out now. Each one admitted is answered with exactly one of the three below. */
  admit(): Admission
  /** It answered, be it that it does not know the thing. */
  succeeded(): void
  failed(): void
  /** It answered that we ask too often: no fault, but nothing is asked before that time has passed. */
  pausedFor(ms: number): void
  /** The request was given up by us, which says nothing of the upstream. */
  abandoned(): void
}

export function createBreaker(clock: Clock, settings: BreakerSettings = defaultBreaker): Breaker {
  let failures = 0
  let openUntil: number | null = null
  let pausedUntil = 0
  let probing = false

  const state = (): BreakerState => {
    const now = clock.now()
    if (now < pausedUntil) return 'paused'
    if (openUntil === null) return 'closed'
    return now < openUntil ? 'open' : 'half-open'
  }

  return {
    state,
    admit() {
      const present = state()
      const now = clock.now()
      if (present === 'paused') return { kind: 'refused', state: 'paused', retryAfterMs: pausedUntil - now }
      if (present === 'open') return { kind: 'refused', state: 'open', retryAfterMs: (openUntil ?? now) - now }
      if (present === 'half-open') {
        if (probing) return { kind: 'refused', state: 'half-open', retryAfterMs: 1_000 }
        probing = true
      }
      return { kind: 'admitted' }
    },
    succeeded() {
      failures = 0
      openUntil = null
      probing = false
    },
    failed() {
      failures++
      probing = false
      if (failures >= settings.failures) openUntil = clock.now() + settings.halfOpenAfterMs
    },
    pausedFor(ms) {
      probing = false
      pausedUntil = Math.max(pausedUntil, clock.now() + Math.min(ms, longestPauseMs))
    },
    abandoned() {
      probing = false
    },
  }
}
