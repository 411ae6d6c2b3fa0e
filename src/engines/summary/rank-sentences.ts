import type { Encoder } from '../models/encoder.ts'
import { centroidScores, lexRank, wordSimilarity, wordVectors } from './centrality.ts'
import { contribution, cosine, meanVector, sentenceFeatures } from './sentence-features.ts'
import { scoreSentences, type SummaryModel } from './sentence-scorer.ts'

/** Sentences with how well each serves as a summary, and how alike two of them are. */
export interface RankedSentences {
  readonly scores: readonly number[]
  /** From 0 to 1. */
  readonly similarity: (one: number, other: number) => number
  /** How much of what the text says the given sentences say, from 0 to 1. */
  readonly coverage: (chosen: readonly number[]) => number
}

/** Ranks by words alone, for languages that the sentence encoder does not know. */
export function rankByWords(sentences: readonly string[]): RankedSentences {
  const vectors = wordVectors(sentences)
  const whole = centroidScores(vectors)
  const ranks = standard(lexRank(vectors))
  const scores = standard(whole).map((score, index) => score + (ranks[index] ?? 0) + atTheStart(index))
  return {
    scores,
    similarity: (one, other) => wordSimilarity(vectors[one] ?? new Map(), vectors[other] ?? new Map()),
    coverage: (chosen) => coveredWords(vectors, chosen),
  }
}

/** Ranks by the trained scorer. It has learned from abstracts of research, so other texts are ranked by their centre and start as well. */
export async function rankByModel(sentences: readonly string[], encoder: Encoder, model: SummaryModel): Promise<RankedSentences> {
  const vectors = await encoder.score(sentences)
  const features = sentenceFeatures({ sentences, vectors })
  const learned = standard(scoreSentences(model, features, vectors))
  const whole = meanVector(vectors)
  const toWhole = vectors.map((vector) => cosine(vector, whole))
  const words = rankByWords(sentences)
  const central = standard(toWhole)
  const byWords = standard(words.scores)
  const isResearch = sentences.some((sentence) => contribution.test(sentence))
  return {
    scores: isResearch
      ? learned
      : learned.map((score, index) => score / 2 + (central[index] ?? 0) / 2 + (byWords[index] ?? 0) + atTheStart(index) / 2),
    similarity: (one, other) => Math.max(0, cosine(vectors[one] ?? whole, vectors[other] ?? whole)),
    coverage: (chosen) => Math.max(0, cosine(meanVector(chosen.map((place) => vectors[place] ?? whole)), whole)),
  }
}

/** What most texts say first is what they are about. */
const atTheStart = (index: number) => 1.5 / (1 + index)

function standard(values: readonly number[]): readonly number[] {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
  const spread = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length))
  return values.map((value) => (spread === 0 ? 0 : (value - mean) / spread))
}

/** The weight of the text's words that the chosen sentences have, as a share. */
function coveredWords(vectors: readonly ReadonlyMap<string, number>[], chosen: readonly number[]): number {
  const present = new Set(chosen.flatMap((place) => [...(vectors[place]?.keys() ?? [])]))
  let [covered, all] = [0, 0]
  for (const vector of vectors) {
    for (const [word, weight] of vector) {
      all += weight
      if (present.has(word)) covered += weight
    }
  }
  return all === 0 ? 0 : covered / all
}
