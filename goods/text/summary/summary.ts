import type { DetectedLanguage } from '../basics/detect-language.ts'

/** How long a summary may be: whole sentences, words, or a share of the words of the text above 0 and up to 1. */
export type SummaryLength = { readonly sentences: number } | { readonly words: number } | { readonly ratio: number }

export interface SummarizeInput {
  readonly text: string
  readonly length: SummaryLength
  readonly style: 'paragraph' | 'bullets'
}

export interface SummarySentence {
  readonly text: string
  /** Its place among the sentences of the text, from 0. */
  readonly index: number
  /** Code points before it. */
  readonly offset: number
  /** Its code points. */
  readonly length: number
  readonly score: number
}

/** Sentences that are chosen word by word, in the order of the text. */
export interface Summary {
  readonly language: DetectedLanguage
  readonly method: 'extractive'
  readonly summary: string
  readonly bullets: readonly string[]
  readonly sentences: readonly SummarySentence[]
  readonly keyPhrases: readonly string[]
  /** Words of the text. */
  readonly originalLength: number
  /** Words of the summary. */
  readonly summaryLength: number
  readonly confidence: number
  readonly warnings: readonly string[]
}
