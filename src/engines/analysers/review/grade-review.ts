import { severities, type Finding, type FindingSeverity } from '../finding.ts'
import type { CodeReview } from './code-review.ts'

/** The part of the score that one finding of confidence 1 takes away. */
const weights: Readonly<Record<FindingSeverity, number>> = { critical: 0.7, high: 0.35, medium: 0.12, low: 0.03, info: 0.003 }
const grades = [
  [90, 'A'],
  [75, 'B'],
  [50, 'C'],
  [25, 'D'],
] as const

/** 100 where nothing was found. Each finding takes away a share of what is left: its weight times its confidence. */
export function gradeReview(findings: readonly Finding[]): Pick<CodeReview, 'counts' | 'score' | 'grade'> {
  const left = findings.reduce((rest, { severity, confidence }) => rest * (1 - weights[severity] * confidence), 1)
  const score = Math.round(100 * left)
  const counts = Object.fromEntries(severities.map((severity) => [severity, findings.filter((one) => one.severity === severity).length]))
  return { counts: counts as CodeReview['counts'], score, grade: grades.find(([from]) => score >= from)?.[1] ?? 'F' }
}
