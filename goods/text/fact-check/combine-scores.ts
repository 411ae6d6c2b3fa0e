import type { ClaimVerdict, VerdictScores } from './fact-check.ts'

/** The verdict with the highest score; `unverifiable` where two are equal. */
export function verdictOf(scores: VerdictScores): ClaimVerdict {
  if (scores.supported > scores.contradicted && scores.supported > scores.unverifiable) return 'supported'
  return scores.contradicted > scores.supported && scores.contradicted > scores.unverifiable ? 'contradicted' : 'unverifiable'
}

/**
 * A contradiction that is less sure than this is given as unverifiable: for a caller a wrong "contradicted" is worse than none. On sentences that
 * were taken out of their passage it says so 73 times of 100, and 63 times without this (docs/fact-check.md).
 */
const minContradiction = 0.43

/** Scores in which a contradiction that is not sure enough changes places with abstention. */
export function withoutWeakContradiction(scores: VerdictScores): VerdictScores {
  const { supported, contradicted, unverifiable } = scores
  const isWeak = contradicted < minContradiction && contradicted > unverifiable && contradicted > supported
  return isWeak ? { supported, contradicted: unverifiable, unverifiable: contradicted } : scores
}

/** Parts that share a doubt. Further ones make it no weaker. */
const maxShared = 5

/**
 * Scores of a whole of which each part must hold. A doubt about one part is a doubt about the whole, but of many parts some raise a doubt by chance: the odds
 * of each are divided by their number, so that a long claim is contradicted no sooner than a short one.
 */
export function allMustHold(parts: readonly VerdictScores[]): VerdictScores {
  const [only] = parts
  if (only === undefined) return { supported: 0, contradicted: 0, unverifiable: 1 }
  if (parts.length === 1) return only
  const shared = Math.min(maxShared, parts.length)
  const any = (doubt: (part: VerdictScores) => number) => 1 - parts.reduce((none, part) => none * (1 - weakened(doubt(part), shared)), 1)
  const contradicted = any((part) => part.contradicted)
  const supported = (1 - contradicted) * (1 - any((part) => part.unverifiable))
  return { supported, contradicted, unverifiable: Math.max(0, 1 - supported - contradicted) }
}

/** A probability with its odds divided. */
const weakened = (probability: number, divisor: number) => probability / (probability + divisor * (1 - probability) || 1)

/** Scores over several sources of one claim: the sources that decide count by how sure they are. */
export function overSources(sources: readonly VerdictScores[]): VerdictScores {
  const [only] = sources
  if (only === undefined) return { supported: 0, contradicted: 0, unverifiable: 1 }
  if (sources.length === 1) return only
  let weights = 0
  const sum = { supported: 0, contradicted: 0, unverifiable: 0 }
  for (const scores of sources) {
    // A source that says nothing of the claim takes little from those that do.
    const weight = 0.05 + (1 - scores.unverifiable) ** 2
    weights += weight
    sum.supported += weight * scores.supported
    sum.contradicted += weight * scores.contradicted
    sum.unverifiable += weight * scores.unverifiable
  }
  return { supported: sum.supported / weights, contradicted: sum.contradicted / weights, unverifiable: sum.unverifiable / weights }
}

/** Two decimals are what calibration is good for; they still add up to 1. */
export function rounded({ supported, contradicted }: VerdictScores): VerdictScores {
  const two = (value: number) => Math.round(value * 100) / 100
  const [yes, no] = [two(supported), two(contradicted)]
  return { supported: yes, contradicted: no, unverifiable: Math.max(0, two(1 - yes - no)) }
}
