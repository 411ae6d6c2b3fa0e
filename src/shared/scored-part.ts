import type { Observed } from './observed.ts'

/** One part of a component of a score. */
export interface ScoredPart {
  readonly part: string
  /** With two decimals. */
  readonly points: number
  readonly max: number
  /** Share of what was asked for that was answered: 1 is all, 0 nothing. */
  readonly observed: number
  /** What was seen, in words. */
  readonly evidence: string
  readonly seenBy: readonly { readonly source: string; readonly observedAt: number }[]
}

/** How much of a part was shown. */
export interface Sight {
  /** From 0 to 1. */
  readonly share: number
  readonly evidence: string
}

/**
 * What a part gives for what was observed; what was not gives nothing.
 * @param see asked only where somebody answered.
 * @param whole the same where not all of an answer could be had, so that it counts as seen in part.
 */
export function scoredPart(
  { part, max }: Pick<ScoredPart, 'part' | 'max'>,
  from: readonly Observed<unknown>[],
  see: () => Sight,
  whole = from,
): ScoredPart {
  const seenBy = from.flatMap((one) => (one.state === 'observed' ? [{ source: one.source, observedAt: one.observedAt }] : []))
  if (seenBy.length === 0) return { part, points: 0, max, observed: 0, evidence: whyNot(from), seenBy }
  const { share, evidence } = see()
  const missing = from.length - seenBy.length
  return {
    part,
    points: Math.round(max * share * 100) / 100,
    max,
    observed: whole.filter((one) => one.state === 'observed').length / from.length,
    evidence: missing === 0 ? evidence : `${evidence}; ${missing} of ${from.length} did not answer`,
    seenBy,
  }
}

function whyNot(from: readonly Observed<unknown>[]): string {
  const reasons = new Set(from.flatMap((one) => (one.state === 'unknown' ? [one.reason] : [])))
  return reasons.size === 0 ? 'unknown: nobody was asked' : `unknown: ${[...reasons].join(', ')}`
}

/** The first ones count most: 1 from `full` on. */
export function logShare(count: number, full: number): number {
  return Math.min(1, Math.log(1 + count) / Math.log(1 + full))
}
