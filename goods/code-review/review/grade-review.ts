import { severities, type CodeFinding, type FindingSeverity } from '../finding.ts'
import type { CodeReview, ReviewedFile } from './code-review.ts'

/** The part of the score that one finding of confidence 1 takes away. */
const weights: Readonly<Record<FindingSeverity, number>> = { critical: 0.7, high: 0.35, medium: 0.12, low: 0.03, info: 0.003 }
const grades = [
  [90, 'A'],
  [75, 'B'],
  [50, 'C'],
  [25, 'D'],
] as const

/** The flow of data has to be followed in this share of the lines for a grade. */
const minFollowed = 0.5

/** 100 where nothing was found. Each finding takes away a share of what is left: its weight times its confidence. */
export function gradeReview(
  findings: readonly CodeFinding[],
  covered: CodeReview['covered'],
): Pick<CodeReview, 'counts' | 'score' | 'grade'> {
  const left = findings.reduce((rest, { severity, confidence }) => rest * (1 - weights[severity] * confidence), 1)
  const score = Math.round(100 * left)
  const counts = Object.fromEntries(severities.map((severity) => [severity, findings.filter((one) => one.severity === severity).length]))
  const isFollowed = (covered.find(({ name }) => name === 'taint')?.lineShare ?? 0) >= minFollowed
  const grade = grades.find(([from]) => score >= from)?.[1] ?? 'F'
  return { counts: counts as CodeReview['counts'], score: isFollowed ? score : null, grade: isFollowed ? grade : null }
}

/** How much of the code each analyser has read. A file without a line of code counts as one line. */
export function coverageOf(files: readonly ReviewedFile[]): CodeReview['covered'] {
  const linesOf = ({ metrics }: ReviewedFile) => Math.max(1, metrics.codeLineCount)
  const all = files.reduce((sum, file) => sum + linesOf(file), 0)
  const names = [...new Set(files.flatMap(({ analysers }) => analysers.map(({ name }) => name)))]
  return names.map((name) => {
    const read = files.filter(({ analysers }) => analysers.some((one) => one.name === name && one.status === 'done'))
    return { name, lineShare: Math.round((100 * read.reduce((sum, file) => sum + linesOf(file), 0)) / all) / 100 }
  })
}
