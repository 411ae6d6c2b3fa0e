import type { Verdict, VerdictScores } from './fact-check.ts'
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
/** How often such decisions were right on labelled pairs. */
const certainty = 0.93
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

/** What an exact rule decides, and how often such a decision was right on labelled pairs of other origin. */
export interface Decision {
  readonly verdict: Verdict
  readonly type: SignalType | 'copy'
  readonly certainty: number
}

/**
 * What the model can't see as sharply as exact rules: a claim that is a sentence of the source word by word, and one that is such a sentence
 * with one thing exchanged.
 */
export function decideExactly(examined: readonly Examined[]): Decision | null {
  if (examined.some(repeats)) return { verdict: 'supported', type: 'copy', certainty }
  for (const one of examined.slice(0, 3)) {
    const signal = decisiveSignal(one)
    if (signal !== null) return { verdict: 'contradicted', type: signal.type, certainty }
  }
  // Two readings of a date, of which one is the claim's: the source does not say which.
  if (examined[0]?.signals.some(({ type, strength }) => type === 'date_ambiguous' && strength >= 0.3) === true)
    return { verdict: 'unverifiable', type: 'date_ambiguous', certainty }
  return null
}

/** The model's scores, with no less for the verdict of a rule than the rule is worth. */
export function atLeast(scores: VerdictScores, { verdict, certainty }: Decision): VerdictScores {
  const certain = Math.max(scores[verdict], certainty)
  const rest = (1 - certain) / Math.max(1e-9, 1 - scores[verdict])
  const scaled = { supported: scores.supported * rest, contradicted: scores.contradicted * rest, unverifiable: scores.unverifiable * rest }
  return { ...scaled, [verdict]: certain }
}
