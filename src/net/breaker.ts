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

/** How long a good answer about something else counts. */
const othersMs = 600_000

/** No upstream can pause requests for longer. */
const maxPauseMs = 3_600_000

/** Stops requests to a host that does not answer. One per host. */
export interface Breaker {
  state(): BreakerState
  /** Whether a request may go out now. The caller reports the result of each admitted request by exactly one of the functions below. */
  enter(): Admission
  /** The host answered, even if it does not have the value. `subject` names what was asked. */
  succeeded(subject?: string): void
  /**
   * With a subject, it is the answer about this subject that was unusable. While the host answers about others, such a failure counts
   * once, however often it is repeated: one bad entry must not close the source for all.
   */
  failed(subject?: string): void
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
  let lastGood: { readonly subject: string; readonly at: number } | null = null
  /** Subjects whose failure is among `failures`. */
  const counted = new Set<string>()

  const answersAboutOthers = (subject: string): boolean =>
    lastGood !== null && lastGood.subject !== subject && clock.now() - lastGood.at < othersMs

  const state = (): BreakerState => {
    const now = clock.now()
    if (now < pausedUntil) return 'paused'
    if (openUntil === null) return 'closed'
    return now < openUntil ? 'open' : 'half-open'
  }

  return {
    state,
    enter() {
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
    succeeded(subject) {
      failures = 0
      openUntil = null
      probing = false
      counted.clear()
      if (subject !== undefined) lastGood = { subject, at: clock.now() }
    },
    failed(subject) {
      probing = false
      if (subject !== undefined && counted.has(subject) && answersAboutOthers(subject)) return
      if (subject !== undefined) counted.add(subject)
      failures++
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
