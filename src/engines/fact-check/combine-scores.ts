import type { Verdict, VerdictScores } from './fact-check.ts'

/** The verdict with the highest score; `unverifiable` where two are equal. */
export function verdictOf(scores: VerdictScores): Verdict {
  if (scores.supported > scores.contradicted && scores.supported > scores.unverifiable) return 'supported'
  return scores.contradicted > scores.supported && scores.contradicted > scores.unverifiable ? 'contradicted' : 'unverifiable'
}

/** Scores of a whole of which each part must hold: it is contradicted where one part is, and supported where all parts are. */
export function allMustHold(parts: readonly VerdictScores[]): VerdictScores {
  const [only] = parts
  if (only === undefined) return { supported: 0, contradicted: 0, unverifiable: 1 }
  if (parts.length === 1) return only
  const contradicted = Math.max(...parts.map((part) => part.contradicted))
  const supported = Math.min(1 - contradicted, ...parts.map((part) => part.supported))
  return { supported, contradicted, unverifiable: Math.max(0, 1 - supported - contradicted) }
}

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
