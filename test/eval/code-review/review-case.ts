import type { GrammarName } from '../../../goods/code-review/code/parse-code.ts'

/** One labelled example. Half of a pair may be missing. */
export interface ReviewCase {
  readonly id: string
  readonly language: GrammarName
  /** `CWE-89` */
  readonly cwe: string
  readonly vulnerable: string | null
  readonly fixed: string | null
}

const languages: Readonly<Record<string, GrammarName>> = {
  py: 'python',
  js: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  jsx: 'javascript',
  ts: 'typescript',
  tsx: 'tsx',
}

/** The language of a file by the ending of its name; null for languages that data is not followed in. */
export function languageOf(file: string): GrammarName | null {
  return languages[file.slice(file.lastIndexOf('.') + 1)] ?? null
}
