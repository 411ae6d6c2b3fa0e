import type { AnalyserName, CodeFinding } from '../finding.ts'
import type { FileMetrics } from '../metrics/measure-code.ts'

export interface SubmittedFile {
  /** Empty where the caller named none. */
  readonly name: string
  readonly code: string
  /** As the caller says. */
  readonly language: string | null
}

export interface ReviewCodeInput {
  readonly files: readonly SubmittedFile[]
}

/** `absent`: its package or program is not installed here. */
export type AnalyserStatus = 'done' | 'timed_out' | 'failed' | 'absent'

/** What several analysers say of one place, as one finding. Its place counts lines and columns from 1. */
export interface MergedFinding extends CodeFinding {
  readonly engines: readonly AnalyserName[]
  /** The first line of its place, with secrets hidden. */
  readonly snippet: string
  /** SHA-256 that stays the same when lines before it come or go. */
  readonly fingerprint: string
}

/**
 * `full`: flow of data, rules, secrets and metrics. `partial`: one of them did not come to its end. `lint`: a linter, secrets and
 * metrics. `generic`: secrets and metrics.
 */
export type Coverage = 'full' | 'partial' | 'lint' | 'generic'

export interface ReviewedFile {
  readonly name: string
  readonly language: string
  readonly languageBy: 'caller' | 'filename' | 'shebang' | 'content' | 'nothing'
  readonly coverage: Coverage
  readonly analysers: readonly { readonly name: AnalyserName; readonly status: AnalyserStatus }[]
  readonly metrics: FileMetrics
}

export interface CodeReview {
  readonly files: readonly ReviewedFile[]
  /** The worst first. */
  readonly findings: readonly MergedFinding[]
  /** Findings beyond the limit, which are counted in `counts` all the same. */
  readonly omitted: number
  readonly counts: Readonly<Record<CodeFinding['severity'], number>>
  /** Null where the flow of data was followed in less than half of the code: nobody knows how good the rest is. */
  readonly score: number | null
  readonly grade: 'A' | 'B' | 'C' | 'D' | 'F' | null
  /** Each analyser with the share of the lines of code that it has read to their end. */
  readonly covered: readonly { readonly name: AnalyserName; readonly lineShare: number }[]
  readonly warnings: readonly string[]
}
