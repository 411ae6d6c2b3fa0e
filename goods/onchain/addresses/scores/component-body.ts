import { roundedDown, type ScoredComponent } from './scored-component.ts'

/** A component of a score as answers send it; `componentAnswer` in offers is its schema. */
export interface ComponentBody {
  points: number
  maxPoints: number
  /** From 0 to 1. */
  observedShare: number
  parts: { part: string; points: number; maxPoints: number; evidence: string; sources: string[]; observedAt: string | null }[]
}

export function componentBody({ points, max, observed, parts }: ScoredComponent): ComponentBody {
  return {
    points,
    maxPoints: max,
    observedShare: roundedDown(observed),
    parts: parts.map(({ seenBy, ...one }) => ({
      part: one.part,
      points: one.points,
      maxPoints: one.max,
      evidence: one.evidence,
      sources: [...new Set(seenBy.map(({ source }) => source))],
      // The time of its oldest observation.
      observedAt: seenBy.length === 0 ? null : new Date(Math.min(...seenBy.map((seen) => seen.observedAt))).toISOString(),
    })),
  }
}
