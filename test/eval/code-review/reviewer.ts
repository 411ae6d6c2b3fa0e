import type { GrammarName } from '../../../goods/code-review/code/parse-code.ts'

export interface ReviewedText {
  readonly language: GrammarName
  readonly text: string
}

/** A tool that is measured. */
export interface Reviewer {
  readonly name: string
  readonly languages: readonly GrammarName[]
  /** The weaknesses (`CWE-89`) found in each text, in the order of the texts; null where the tool is not installed. */
  review(texts: readonly ReviewedText[]): Promise<readonly (readonly string[])[]> | null
}
