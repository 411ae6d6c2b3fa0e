import type { FindingCategory, FindingSeverity } from './finding.ts'

/** What we say about a rule of somebody else's analyser, in our own words. */
export interface RuleNote {
  readonly category: FindingCategory
  readonly severity: FindingSeverity
  readonly confidence: number
  readonly cwe: readonly string[]
  readonly title: string
  readonly why: string
  readonly howToMend: string
}

type Words = readonly [title: string, why: string, howToMend: string]

/** @param cwe numbers of CWE entries */
export function weakness(severity: FindingSeverity, confidence: number, cwe: readonly number[], [title, why, howToMend]: Words): RuleNote {
  return { category: 'security', severity, confidence, cwe: cwe.map((number) => `CWE-${number}`), title, why, howToMend }
}

/** Code that does something else than it seems to. */
export function mistake(
  severity: FindingSeverity,
  confidence: number,
  [title, why, howToMend]: Words,
  cwe: readonly number[] = [],
): RuleNote {
  return { category: 'correctness', severity, confidence, cwe: cwe.map((number) => `CWE-${number}`), title, why, howToMend }
}

/** Code that works and is harder to read or change than it need be. */
export function untidiness(confidence: number, [title, why, howToMend]: Words, cwe: readonly number[] = []): RuleNote {
  return { category: 'maintainability', severity: 'info', confidence, cwe: cwe.map((number) => `CWE-${number}`), title, why, howToMend }
}
