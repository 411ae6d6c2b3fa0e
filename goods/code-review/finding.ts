import type { Place } from './code/syntax.ts'

export const analyserNames = ['taint', 'rules', 'eslint', 'ruff', 'secrets', 'shellcheck', 'metrics'] as const
export type AnalyserName = (typeof analyserNames)[number]

/** From the worst down. */
export const severities = ['critical', 'high', 'medium', 'low', 'info'] as const
export type FindingSeverity = (typeof severities)[number]

export const findingCategories = ['security', 'correctness', 'maintainability'] as const
export type FindingCategory = (typeof findingCategories)[number]

/** A change that removes a finding: the text at a place is replaced. */
export interface Fix {
  readonly at: Place
  readonly replacement: string
}

/** One thing that is wrong in submitted code. Its words are ours; only `source.name` and `fix` hold text of the submission. */
export interface CodeFinding {
  readonly ruleId: string
  readonly engine: AnalyserName
  readonly category: FindingCategory
  readonly severity: FindingSeverity
  /** 0 to 1: how likely it is that a reader of the code agrees. */
  readonly confidence: number
  readonly title: string
  readonly why: string
  readonly howToMend: string
  /** `CWE-79` */
  readonly cwe: readonly string[]
  /** The name of the file as submitted; empty where the code has none. */
  readonly file: string
  readonly at: Place
  /** Where data of outsiders came in, for findings that followed it. */
  readonly source: { readonly name: string; readonly at: Place } | null
  /** Only where it is sure. */
  readonly fix: Fix | null
}
