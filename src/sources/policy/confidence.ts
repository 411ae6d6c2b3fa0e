/** One observation that a part of an answer rests on. */
export interface SourceObservation {
  /** Whose figure it is. Observations of the same origin count once, such as the ECB's rates from the ECB and from a relay. */
  readonly origin: string
  /** How far one fresh observation of this kind is trusted on its own: above 0 and below 1. */
  readonly certainty: number
  /** 1 while it is fresh, less from then on: see `freshnessAt`. */
  readonly freshness: number
}

/** What an answer rests on. */
export interface Grounds {
  /** For each part of the answer, the observations of the same figure. */
  readonly parts: readonly (readonly SourceObservation[])[]
  /** Members of the answer that no source gave. */
  readonly missing: number
  /** Another source than the first choice answered, or one that was asked failed. */
  readonly fallback: boolean
  /** Share of the judged subject that is known, from 0 to 1; 1 where the answer judges nothing. */
  readonly knownShare?: number
}

/** What is left of an observation's freshness at the end of its bound. */
const minFreshness = 0.5
const fallbackFactor = 0.9
const missingPenalty = 0.05
const maxPenalty = 0.5

/**
 * How far an answer can be trusted, from 0 to 1, cut off to two decimals; docs/answers.md explains the rule with examples.
 * Independent observations of one figure leave doubts that multiply, so that one more of them never lowers the confidence.
 * The parts of an answer count equally.
 */
export function confidenceOf({ parts, missing, fallback, knownShare = 1 }: Grounds): number {
  if (parts.length === 0) return 0
  const mean = parts.reduce((sum, observations) => sum + partConfidence(observations), 0) / parts.length
  const completeness = 1 - Math.min(maxPenalty, missing * missingPenalty)
  const confidence = mean * completeness * (fallback ? fallbackFactor : 1) * knownShare
  return Math.floor(confidence * 100 + 1e-9) / 100
}

/** 1 minus the product of the doubts that the origins leave; an origin is worth its best observation. */
function partConfidence(observations: readonly SourceObservation[]): number {
  const byOrigin = new Map<string, number>()
  for (const { origin, certainty, freshness } of observations) {
    byOrigin.set(origin, Math.max(byOrigin.get(origin) ?? 0, certainty * freshness))
  }
  return 1 - [...byOrigin.values()].reduce((doubt, trust) => doubt * (1 - trust), 1)
}

/**
 * How fresh a value is at a moment: 1 until `freshUntil`, then falling evenly to 0.5 at `staleUntil`, after which no answer
 * uses it. All times in milliseconds since the epoch.
 */
export function freshnessAt(now: number, bounds: { readonly freshUntil: number; readonly staleUntil: number }): number {
  const { freshUntil, staleUntil } = bounds
  if (now < freshUntil) return 1
  if (now >= staleUntil) return minFreshness
  return 1 - (1 - minFreshness) * ((now - freshUntil) / (staleUntil - freshUntil))
}
