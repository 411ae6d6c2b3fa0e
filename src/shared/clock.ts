/** Wall-clock time in milliseconds since the epoch. Handed in everywhere, so that a simulator can own it. */
export interface Clock {
  now(): number
}

export interface Cancel {
  (): void
}

/** Everything that waits, waits through this. */
export interface Timers {
  /** Calls `run` once after `ms` milliseconds, unless cancelled. */
  after(ms: number, run: () => void): Cancel
  /** Calls `run` once after the present turn of the event loop (setImmediate). */
  soon(run: () => void): Cancel
  /** Resolves after `ms` milliseconds; rejects with the signal's reason when it aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/**
 * Whether `ms` have passed since a moment. One that is yet to come was noted before the clock was put back: nobody knows how
 * long ago that is, and nobody waits for it to come again.
 */
export function hasPassed(since: number, ms: number, now: number): boolean {
  return now - since >= ms || now < since
}

/** Whole seconds since the epoch, as EVM contracts count time. */
export function unixSeconds(clock: Clock): number {
  return Math.floor(clock.now() / 1000)
}

/** The UTC day of a moment, as YYYY-MM-DD. */
export function utcDay(at: number): string {
  const day = Math.floor(at / dayMs)
  if (day !== lastDay.day) lastDay = { day, text: new Date(at).toISOString().slice(0, 10) }
  return lastDay.text
}

/** Asked of every call, and the same one for a day. */
let lastDay = { day: -1, text: '' }
const dayMs = 86_400_000
