import { wordsOf } from './content-words.ts'
import { isCourtesy, kindOfText, weightOfFigures, type KindOfText } from './kind-of-text.ts'
import type { Encoder } from '../models/encoder.ts'
import { centroidScores, lexRank, wordSimilarity, wordVectors } from './centrality.ts'
import { cosine, meanVector, sentenceFeatures } from './sentence-features.ts'
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
export function rankByWords(sentences: readonly string[], kind: KindOfText = 'article'): RankedSentences {
  const vectors = wordVectors(sentences)
  const whole = centroidScores(vectors)
  const ranks = standard(lexRank(vectors))
  const start = kind === 'talk' || kind === 'figures' ? 0 : 1
  const scores = standard(whole).map((score, index) => score + (ranks[index] ?? 0) + start * atTheStart(index))
  return {
    scores,
    similarity: (one, other) => wordSimilarity(vectors[one] ?? new Map(), vectors[other] ?? new Map()),
    coverage: (chosen) => coveredWords(vectors, chosen),
  }
}

/** Ranks by the trained scorer. It has learned from abstracts of research, so other texts are ranked by their centre and start as well. */
export async function rankByModel(
  sentences: readonly string[],
  encoder: Encoder,
  model: SummaryModel,
  kind: KindOfText = kindOfText(sentences),
): Promise<RankedSentences> {
  const vectors = await encoder.score(sentences)
  const features = sentenceFeatures({ sentences, vectors })
  const learned = standard(scoreSentences(model, features, vectors))
  const whole = meanVector(vectors)
  const toWhole = vectors.map((vector) => cosine(vector, whole))
  const words = rankByWords(sentences, kind)
  const central = standard(toWhole)
  const byWords = standard(words.scores)
  return {
    scores: kind === 'research' ? learned : scoresOfKind(kind, { sentences, learned, central, byWords }),
    similarity: (one, other) =>
      Math.min(1, Math.max(0, cosine(vectors[one] ?? whole, vectors[other] ?? whole), wordsSayMore * words.similarity(one, other))),
    coverage: (chosen) => Math.max(0, cosine(meanVector(chosen.map((place) => vectors[place] ?? whole)), whole)),
  }
}

interface Scored {
  readonly sentences: readonly string[]
  readonly learned: readonly number[]
  readonly central: readonly number[]
  readonly byWords: readonly number[]
}

/** An article says first what matters, a talk comes to it, and a report of figures is about those. */
function scoresOfKind(kind: KindOfText, { sentences, learned, central, byWords }: Scored): readonly number[] {
  return sentences.map((sentence, index) => {
    const [isAbout, ofWords, trained] = [central[index] ?? 0, byWords[index] ?? 0, learned[index] ?? 0]
    if (kind === 'figures') return ofWords + isAbout / 2 + 1.5 * weightOfFigures(sentence)
    // What is said in passing is short.
    if (kind === 'talk') return ofWords / 2 + isAbout / 2 + fullness(sentence) - (isCourtesy(sentence) ? 3 : 0)
    return (
      trained / 4 + isAbout / 4 + ofWords / 2 + leadOfArticle * Math.min(1, (sentences.length / fullArticle) ** 2) * Math.exp(-index / 2)
    )
  })
}

/** Two sentences with the same rare words say the same sooner than two of one meaning. */
const wordsSayMore = 1.25

/** What the beginning of an article weighs against everything else: its first sentences are hard to beat. */
const leadOfArticle = 8
/** Sentences: a shorter text is no article, and its beginning weighs less. */
const fullArticle = 12

const fullness = (sentence: string) => 3 * Math.min(1, wordsOf(sentence).length / 35)

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
