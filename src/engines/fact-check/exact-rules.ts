import type { VerdictScores } from './fact-check.ts'
import type { Examined } from './features.ts'
import type { Signal, SignalType } from './signals/comparison.ts'

/** Signals that exclude the claim, with the strength from which one alone decides. */
const decisive: Readonly<Partial<Record<SignalType, number>>> = {
  number_mismatch: 0.8,
  unit_mismatch: 0.8,
  date_mismatch: 0.75,
  negation: 0.8,
  antonym: 0.8,
  entity_mismatch: 0.85,
  role: 0.8,
  quantifier: 0.9,
}
/** How often such a decision was right on labelled pairs. */
const ruleCertainty = 0.93
/** A sentence that says this much of the claim in the same order repeats it. */
const copied = 0.97

/** The signal that alone decides that a sentence contradicts the claim, or null. */
export function decisiveSignal({ signals }: Examined): Signal | null {
  return signals.find(({ type, strength }) => strength >= (decisive[type] ?? Infinity)) ?? null
}

/** Whether a sentence says all that the claim says, without anything that excludes it. */
export function repeats({ candidate, signals }: Examined): boolean {
  const { alignment, claim } = candidate.comparison
  const agreed = alignment.pairs.filter(({ how }) => how !== 'different').length
  // One little word may be missing: an article's neighbour, not "within" for "outside".
  if (claim.elements.length - agreed > 1) return false
  return alignment.coverage >= copied && signals.every(({ type, strength }) => type === 'hedge' || strength < 0.2)
}

/**
 * What the model can't see as sharply as exact rules: a claim that is a sentence of the source word by word, and one that is such a sentence
 * with one thing exchanged.
 */
export function applyExactRules(scores: VerdictScores, examined: readonly Examined[]): VerdictScores {
  if (examined.some(repeats)) return atLeast(scores, 'supported')
  const near = examined.slice(0, 3)
  if (near.some((one) => decisiveSignal(one) !== null)) return atLeast(scores, 'contradicted')
  return scores
}

function atLeast(scores: VerdictScores, verdict: 'supported' | 'contradicted'): VerdictScores {
  const certain = Math.max(scores[verdict], ruleCertainty)
  const rest = (1 - certain) / Math.max(1e-9, 1 - scores[verdict])
  return {
    supported: verdict === 'supported' ? certain : scores.supported * rest,
    contradicted: verdict === 'contradicted' ? certain : scores.contradicted * rest,
    unverifiable: scores.unverifiable * rest,
  }
}
