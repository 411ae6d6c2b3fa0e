import type { Clock } from '../../shared/clock.ts'

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

/** No upstream can pause requests for longer. */
const maxPauseMs = 3_600_000

/** Stops requests to a host that does not answer. One per host. */
export interface Breaker {
  state(): BreakerState
  /** Whether a request may go out now. The caller reports the result of each admitted request by exactly one of the functions below. */
  admit(): Admission
  /** The host answered, even if it does not have the value. */
  succeeded(): void
  failed(): void
  /** The host asked for fewer requests: not a failure, but no request goes out during this time. */
  pausedFor(ms: number): void
  /** We gave up the request, which says nothing about the host. */
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
      pausedUntil = Math.max(pausedUntil, clock.now() + Math.min(ms, maxPauseMs))
    },
    abandoned() {
      probing = false
    },
  }
}
