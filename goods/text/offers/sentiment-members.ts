import { z } from '../../../src/goods/door.ts'
import { foreignText, share, statistic } from '../../../src/goods/kit/answers.ts'
import type { Sentiment } from '../sentiment/sentiment.ts'
import { textOf } from './text-input.ts'

/** Members of a call, whatever engine answers it. */
export const sentimentBody = {
  text: textOf(1, 20_000, 'What is judged'),
  language: z
    .string()
    .regex(/^[a-z]{2}$/, 'an ISO 639-1 code of two letters in lower case')
    .optional(),
}

const polarity = statistic.describe('-1 negative to 1 positive')

/** Members of an answer, whatever engine gives it. */
export const sentimentMembers = {
  label: z
    .enum(['positive', 'neutral', 'negative', 'mixed'])
    .describe('mixed: some sentences are clearly positive, others clearly negative'),
  score: polarity,
  magnitude: statistic.describe('Sum of the sizes of all scores; grows with the text'),
  confidence: share,
  scores: z.object({ positive: statistic, neutral: statistic, negative: statistic }).describe('Mean probabilities; they add up to 1'),
  sentences: z.array(
    z.object({
      text: foreignText,
      offset: statistic.describe('Code points before it'),
      length: statistic,
      label: z.enum(['positive', 'neutral', 'negative']),
      score: polarity,
    }),
  ),
}

/** Copies what a worker sent, whose arrays are read-only. */
export function sentimentFigures(found: Omit<Sentiment, 'language' | 'warnings'>) {
  return {
    label: found.label,
    score: found.score,
    magnitude: found.magnitude,
    confidence: found.confidence,
    scores: { ...found.scores },
    sentences: found.sentences.map((sentence) => ({ ...sentence })),
  }
}
