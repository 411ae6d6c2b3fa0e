/** Wall-clock time in milliseconds since the epoch. It is passed in everywhere, so that a simulator can control it. */
export interface Clock {
  now(): number
}

export interface Cancel {
  (): void
}

/** All waiting goes through this. */
export interface Timers {
  /** Calls `run` once after `ms` milliseconds, unless cancelled. */
  after(ms: number, run: () => void): Cancel
  /** Calls `run` once after the current turn of the event loop (setImmediate). */
  soon(run: () => void): Cancel
  /** Resolves after `ms` milliseconds; rejects with the signal's reason when it aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/**
 * Whether `ms` have passed since a moment. A moment in the future was noted before the clock was set back: how long ago that
 * was is unknown, so it counts as passed.
 */
export function hasPassed(since: number, ms: number, now: number): boolean {
  return now - since >= ms || now < since
}

/**
 * The last second of the year 9999. A JavaScript date writes later years with six digits, which the schemas of answers refuse, so no
 * later moment is taken from a node or a source.
 */
export const lastSecond = 253_402_300_799

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

/** The UTC hour of a moment, as 2026-11-21T09: the key of everything that is counted by the hour. */
export function utcHour(at: number): string {
  const hour = Math.floor(at / hourMs)
  if (hour !== lastHour.hour) lastHour = { hour, text: new Date(at).toISOString().slice(0, 13) }
  return lastHour.text
}

/** Whole seconds until the next UTC hour begins. */
export function secondsToNextHour(at: number): number {
  return 3600 - (Math.floor(at / 1000) % 3600)
}

// Every call needs both, and they rarely change.
let lastDay = { day: -1, text: '' }
let lastHour = { hour: -1, text: '' }
const hourMs = 3_600_000
const dayMs = 24 * hourMs
