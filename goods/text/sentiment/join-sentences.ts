import type { Sentence } from '../basics/split-sentences.ts'
import type { SentenceSentiment, Sentiment, SentimentScores } from './sentiment.ts'

/** Both poles are strong when each is this probable in its sentences, and neither is far ahead. */
const strongPole = 0.6
const minPoleShare = 0.2
/** How far from 0 a text may score that is neither positive nor negative. */
const maxBetween = 0.5
const confidenceOfIrony = 0.4
/** Code points by which a sentence counts at most. A longer one weighs no more. */
const maxWeight = 200

/** Probabilities from logits of negative, neutral and positive. */
export function scoresOf(logits: ArrayLike<number>): SentimentScores {
  const values = [logits[0] ?? 0, logits[1] ?? 0, logits[2] ?? 0]
  const highest = Math.max(...values)
  const [negative, neutral, positive] = values.map((value) => Math.exp(value - highest)) as [number, number, number]
  const sum = negative + neutral + positive
  return { negative: negative / sum, neutral: neutral / sum, positive: positive / sum }
}

export function sentenceSentiment({ text, offset, length }: Sentence, scores: SentimentScores): SentenceSentiment {
  return { text, offset, length, label: labelOf(scores), score: round(scores.positive - scores.negative) }
}

/**
 * The sentiment of a text: the mean of its sentences, which count by the square root of their length, and what the whole was judged to
 * be, by its share. Label and score agree: what is positive scores above 0, what is negative below, and what is neutral or mixed at most
 * `maxBetween` either way.
 */
export function joinSentences(
  sentences: readonly Pick<SentenceSentiment, 'length' | 'label'>[],
  scores: readonly SentimentScores[],
  whole: { readonly scores: SentimentScores; readonly share: number } | null = null,
  isIronic = false,
): Pick<Sentiment, 'label' | 'score' | 'magnitude' | 'confidence' | 'scores'> {
  const weights = sentences.map(({ length }) => Math.sqrt(Math.min(maxWeight, length)))
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  const mean = (of: (scores: SentimentScores) => number) =>
    scores.reduce((sum, one, index) => sum + of(one) * (weights[index] ?? 0), 0) / (all || 1)
  const [positive, negative] = [mean((one) => one.positive), mean((one) => one.negative)]
  const ofSentences =
    scores.length === 0 ? { positive: 0, neutral: 1, negative: 0 } : { positive, neutral: Math.max(0, 1 - positive - negative), negative }
  const joined = whole ? between(whole.scores, ofSentences, whole.share) : ofSentences
  const poleShare = (label: 'positive' | 'negative') =>
    scores.reduce(
      (sum, one, index) => sum + (sentences[index]?.label === label && one[label] >= strongPole ? (weights[index] ?? 0) : 0),
      0,
    ) / (all || 1)
  const poles = [poleShare('positive'), poleShare('negative')]
  const hasBoth = Math.min(...poles) >= minPoleShare && Math.abs(ofSentences.positive - ofSentences.negative) <= maxBetween
  const doubted = isIronic && joined.positive > joined.negative
  const means = doubted ? turned(joined) : hasBoth ? ofSentences : joined
  const isMixed = hasBoth || (doubted && Math.abs(means.positive - means.negative) <= maxBetween)
  return {
    label: isMixed ? 'mixed' : labelOf(means),
    score: round(means.positive - means.negative),
    magnitude: round(scores.reduce((sum, one) => sum + Math.abs(one.positive - one.negative), 0)),
    confidence: round(
      doubted ? confidenceOfIrony : isMixed ? Math.min(1, 2 * Math.min(...poles)) : Math.max(means.positive, means.neutral, means.negative),
    ),
    scores: { positive: round(means.positive), neutral: round(means.neutral), negative: round(means.negative) },
  }
}

/** The label goes by what is shown, so that it never contradicts the score. */
function labelOf(scores: SentimentScores): 'positive' | 'neutral' | 'negative' {
  const { positive, neutral, negative } = scores
  const score = round(positive - negative)
  if (score === 0 || (neutral >= positive && neutral >= negative)) return 'neutral'
  return score > 0 ? 'positive' : 'negative'
}

function between(one: SentimentScores, other: SentimentScores, share: number): SentimentScores {
  const mixed = (of: (scores: SentimentScores) => number) => share * of(one) + (1 - share) * of(other)
  return {
    positive: mixed((scores) => scores.positive),
    neutral: mixed((scores) => scores.neutral),
    negative: mixed((scores) => scores.negative),
  }
}

/** What is praised ironically may be meant or not: the two poles get the same. */
function turned({ positive, neutral, negative }: SentimentScores): SentimentScores {
  const pole = (positive + negative) / 2
  return { positive: pole, neutral, negative: pole }
}

const round = (value: number) => Math.round(value * 1_000) / 1_000
