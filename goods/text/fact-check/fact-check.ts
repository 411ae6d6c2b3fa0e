export interface CheckClaimInput {
  readonly claim: string
  readonly source: string
}

export interface CheckDeeplyInput {
  readonly claim: string
  /** One to five. */
  readonly sources: readonly string[]
}

export type ClaimVerdict = 'supported' | 'contradicted' | 'unverifiable'

/** Probabilities of the verdicts; they add up to 1. */
export type VerdictScores = Readonly<Record<ClaimVerdict, number>>

/** A part of a text, in code points. */
export interface TextSpan {
  readonly text: string
  readonly offset: number
  readonly length: number
}

/** A quote from a source, word by word. */
export interface Evidence {
  readonly quote: string
  /** Code points before it in its source. */
  readonly offset: number
  /** Its code points. */
  readonly length: number
  readonly stance: 'supports' | 'contradicts' | 'related'
  /** From 0 to 1. */
  readonly relevance: number
}

export interface CheckReason {
  readonly type: string
  readonly detail: string
  readonly claimSpan: TextSpan | null
  readonly sourceSpan: TextSpan | null
}

export interface FactCheck {
  readonly verdict: ClaimVerdict
  /** From 0 to 1: how often verdicts of this certainty are right. */
  readonly confidence: number
  readonly scores: VerdictScores
  readonly evidence: readonly Evidence[]
  readonly reasons: readonly CheckReason[]
  readonly warnings: readonly string[]
}

/** What one source says of one atomic claim. */
export interface SourceCheck extends FactCheck {
  /** Its place among the sources, from 0. */
  readonly source: number
}

/** One of the claims that a claim is made of. */
export interface AtomicCheck {
  readonly claim: TextSpan
  readonly verdict: ClaimVerdict
  readonly confidence: number
  readonly scores: VerdictScores
  readonly sources: readonly SourceCheck[]
}

export interface DeepFactCheck {
  readonly verdict: ClaimVerdict
  readonly confidence: number
  readonly scores: VerdictScores
  readonly claims: readonly AtomicCheck[]
  /** Whether the sources that decide agree; null where fewer than two decide. */
  readonly agreement: 'agree' | 'disagree' | null
  readonly warnings: readonly string[]
}
