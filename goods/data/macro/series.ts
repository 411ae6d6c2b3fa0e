import { byAge } from '../../../src/goods/door.ts'

/** One figure of a statistical series. */
export interface Observation {
  /** `2026-10-02`, `2026-09`, `2026-Q2` or `2025`. */
  readonly period: string
  /** Plain decimal; null when the source says that it has none. */
  readonly value: string | null
}

/** The latest figures of a statistical series. */
export interface Series {
  /** The oldest first; at least one with a value. */
  readonly observations: readonly Observation[]
  /** When the source last changed it, in milliseconds; null when unknown. */
  readonly updatedAt: number | null
}

/** Number of observations per request. */
export const observationsAsked = 14

const hourMs = 3_600_000

/** Statistics change at most once a day. */
export const seriesFreshness = byAge({ refreshMs: 6 * hourMs, freshMs: 24 * hourMs, staleMs: 48 * hourMs })

const period = /^\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?|-?Q[1-4]|-?S[12])?$/

export function isPeriod(text: string): boolean {
  return period.test(text)
}

/** Makes a series of observations in any order; null when none of them has a value. */
export function seriesOf(observations: readonly Observation[], updatedAt: number | null): Series | null {
  const sorted = observations.toSorted((one, other) => (one.period < other.period ? -1 : 1))
  // Some sources list the current month before it has a value.
  const last = sorted.findLastIndex(({ value }) => value !== null)
  return last === -1 ? null : { observations: sorted.slice(0, last + 1).slice(-observationsAsked), updatedAt }
}
