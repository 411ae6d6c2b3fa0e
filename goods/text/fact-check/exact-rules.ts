import type { AlignedPair } from './align.ts'
import type { ClaimVerdict, VerdictScores } from './fact-check.ts'
import type { Examined } from './features.ts'
import type { Signal, SignalType } from './signals/comparison.ts'

/**
 * Signals that exclude the claim: the strength from which one alone decides, and how often such a decision was right on labelled pairs
 * of other origin (docs/fact-check.md). Together they are right 93 times of 100.
 */
const decisive: Readonly<Partial<Record<SignalType, { readonly strength: number; readonly certainty: number }>>> = {
  number_mismatch: { strength: 0.8, certainty: 0.93 },
  unit_mismatch: { strength: 0.8, certainty: 0.9 },
  date_mismatch: { strength: 0.75, certainty: 0.94 },
  negation: { strength: 0.8, certainty: 0.89 },
  antonym: { strength: 0.8, certainty: 0.88 },
  entity_mismatch: { strength: 0.85, certainty: 0.6 },
  role: { strength: 0.8, certainty: 0.93 },
  quantifier: { strength: 0.9, certainty: 0.88 },
}
/** The same for a sentence that repeats the claim. */
const copyCertainty = 0.95
/** Whether a date with two readings is left undecided rightly can't be measured: the texts do not say which one is meant. */
const ambiguousCertainty = 0.9
/** A sentence that says this much of the claim in the same order repeats it. */
const copied = 0.97

/** Of less of the claim in its order, a sentence says something else, in which a word happens to differ. */
const comparable = 0.6
const comparableNegation = 0.7
/** Other words among those of the claim. A sentence with more of them may say something else. */
const maxGaps = 4

/** The signal that alone decides that a sentence contradicts the claim, or null. */
export function decisiveSignal({ candidate, signals }: Examined): Signal | null {
  const { coverage } = candidate.comparison.alignment
  const compares = (type: SignalType) => type === 'role' || coverage >= (type === 'negation' ? comparableNegation : comparable)
  return signals.find(({ type, strength }) => strength >= (decisive[type]?.strength ?? Infinity) && compares(type)) ?? null
}

/** Whether a sentence says all that the claim says, without anything that excludes it. */
export function repeats({ candidate, signals }: Examined): boolean {
  const { alignment, claim } = candidate.comparison
  const agreed = alignment.pairs.filter(({ how }) => how !== 'different').length
  // One little word may be missing: an article's neighbour, not "within" for "outside".
  if (claim.elements.length - agreed > 1 || gapsOf(alignment.pairs) > maxGaps) return false
  return alignment.coverage >= copied && signals.every(({ type, strength }) => type === 'hedge' || strength < 0.2)
}

/** How many elements of the sentence stand between those that the claim has. */
function gapsOf(pairs: readonly AlignedPair[]): number {
  const [first, last] = [pairs[0], pairs.at(-1)]
  return first === undefined || last === undefined ? 0 : last.source - first.source + 1 - pairs.length
}

/** What an exact rule decides, and how often such a decision was right on labelled pairs of other origin. */
export interface Decision {
  readonly verdict: ClaimVerdict
  readonly type: SignalType | 'copy'
  readonly certainty: number
}

/**
 * What the model can't see as sharply as exact rules: a claim that is a sentence of the source word by word, and one that is such a sentence
 * with one thing exchanged.
 */
export function decideExactly(examined: readonly Examined[]): Decision | null {
  if (examined.some(repeats)) return { verdict: 'supported', type: 'copy', certainty: copyCertainty }
  for (const one of examined.slice(0, 3)) {
    const signal = decisiveSignal(one)
    if (signal !== null) return { verdict: 'contradicted', type: signal.type, certainty: decisive[signal.type]?.certainty ?? 0 }
  }
  // Two readings of a date, of which one is the claim's: the source does not say which.
  if (examined[0]?.signals.some(({ type, strength }) => type === 'date_ambiguous' && strength >= 0.3) === true)
    return { verdict: 'unverifiable', type: 'date_ambiguous', certainty: ambiguousCertainty }
  return null
}

/** The model's scores, with no less for the verdict of a rule than the rule is worth. */
export function atLeast(scores: VerdictScores, { verdict, certainty }: Decision): VerdictScores {
  const certain = Math.max(scores[verdict], certainty)
  const rest = (1 - certain) / Math.max(1e-9, 1 - scores[verdict])
  const scaled = { supported: scores.supported * rest, contradicted: scores.contradicted * rest, unverifiable: scores.unverifiable * rest }
  return { ...scaled, [verdict]: certain }
}
