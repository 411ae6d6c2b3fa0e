import { describeReason } from '../unknown-reason.ts'
import type { Observed } from '../observed.ts'

/** One part of a component of a score. */
export interface ScoredPart {
  readonly part: string
  /** With two decimals. */
  readonly points: number
  readonly max: number
  /** Share of the questions that were answered, from 0 to 1. */
  readonly observed: number
  /** What was seen, in words. */
  readonly evidence: string
  readonly seenBy: readonly { readonly source: string; readonly observedAt: number }[]
}

/** How much of a part's points an address gets, and why. */
export interface Measure {
  /** From 0 to 1. */
  readonly share: number
  readonly evidence: string
}

/**
 * The points of one part. What was not observed gives none.
 * @param measure called only if at least one of `from` was observed.
 * @param complete as `from`, but with an `unknown` entry for each answer that was cut short, so that it does not count as observed.
 */
export function scoredPart(
  { part, max }: Pick<ScoredPart, 'part' | 'max'>,
  from: readonly Observed<unknown>[],
  measure: () => Measure,
  complete = from,
): ScoredPart {
  const seenBy = from.flatMap((one) => (one.state === 'observed' ? [{ source: one.source, observedAt: one.observedAt }] : []))
  if (seenBy.length === 0) return { part, points: 0, max, observed: 0, evidence: reasonsOf(from), seenBy }
  const { share, evidence } = measure()
  const missing = from.length - seenBy.length
  return {
    part,
    points: Math.round(max * share * 100) / 100,
    max,
    observed: complete.filter((one) => one.state === 'observed').length / from.length,
    evidence: missing === 0 ? evidence : `${evidence}; ${missing} of ${from.length} did not answer`,
    seenBy,
  }
}

function reasonsOf(from: readonly Observed<unknown>[]): string {
  const reasons = new Set(from.flatMap((one) => (one.state === 'unknown' ? [one.reason] : [])))
  return reasons.size === 0 ? 'unknown: no source was asked' : `unknown: ${[...reasons].map(describeReason).join(', ')}`
}

/** Grows with the logarithm of the count, so that the first ones count most: 1 from `full` on. */
export function logShare(count: number, full: number): number {
  return Math.min(1, Math.log(1 + count) / Math.log(1 + full))
}
