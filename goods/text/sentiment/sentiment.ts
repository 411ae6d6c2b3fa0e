import type { DetectedLanguage } from '../basics/detect-language.ts'

export interface MeasureSentimentInput {
  readonly text: string
  /** ISO 639-1; null where it is to be detected. */
  readonly language: string | null
}

/** Probabilities; they add up to 1. */
export interface SentimentScores {
  readonly positive: number
  readonly neutral: number
  readonly negative: number
}

export interface SentenceSentiment {
  readonly text: string
  /** Code points before it. */
  readonly offset: number
  /** Its code points. */
  readonly length: number
  readonly label: 'positive' | 'neutral' | 'negative'
  /** From -1 to 1. */
  readonly score: number
}

export interface Sentiment {
  readonly language: DetectedLanguage
  readonly label: 'positive' | 'neutral' | 'negative' | 'mixed'
  /** From -1 to 1. */
  readonly score: number
  /** The sum of what is felt, either way: 0 and more; it grows with the text. */
  readonly magnitude: number
  /** From 0 to 1. */
  readonly confidence: number
  readonly scores: SentimentScores
  readonly sentences: readonly SentenceSentiment[]
  readonly warnings: readonly string[]
}
