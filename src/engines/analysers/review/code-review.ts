import type { AnalyserName, Finding } from '../finding.ts'
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
export interface MergedFinding extends Finding {
  readonly engines: readonly AnalyserName[]
  /** The first line of its place, with secrets hidden. */
  readonly snippet: string
  /** SHA-256 that stays the same when lines before it come or go. */
  readonly fingerprint: string
}

/** `full`: flow of data, rules, secrets and metrics. `partial`: one of them did not come to its end. `generic`: secrets and metrics. */
export type Coverage = 'full' | 'partial' | 'generic'

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
  readonly counts: Readonly<Record<Finding['severity'], number>>
  readonly score: number
  readonly grade: 'A' | 'B' | 'C' | 'D' | 'F'
  readonly warnings: readonly string[]
}
