import { contentWordsOf } from './content-words.ts'

/** A sentence as weighted content words: the weights have length 1. */
export type WordVector = ReadonlyMap<string, number>

/** Tf-idf vectors of the sentences of one text, with the sentences as documents. */
export function wordVectors(sentences: readonly string[]): readonly WordVector[] {
  const words = sentences.map(contentWordsOf)
  const sentencesWith = new Map<string, number>()
  for (const list of words) for (const word of new Set(list)) sentencesWith.set(word, (sentencesWith.get(word) ?? 0) + 1)
  return words.map((list) => {
    const weights = new Map<string, number>()
    for (const word of list) weights.set(word, (weights.get(word) ?? 0) + 1)
    for (const [word, times] of weights) {
      const rarity = Math.log(1 + sentences.length / (sentencesWith.get(word) ?? 1))
      weights.set(word, (1 + Math.log(times)) * rarity)
    }
    return scaledToOne(weights)
  })
}

function scaledToOne(weights: Map<string, number>): WordVector {
  let squares = 0
  for (const weight of weights.values()) squares += weight * weight
  if (squares === 0) return weights
  const length = Math.sqrt(squares)
  for (const [word, weight] of weights) weights.set(word, weight / length)
  return weights
}

export function wordSimilarity(one: WordVector, other: WordVector): number {
  const [short, long] = one.size < other.size ? [one, other] : [other, one]
  let sum = 0
  for (const [word, weight] of short) sum += weight * (long.get(word) ?? 0)
  return sum
}

/** How similar each sentence is to the whole text, by words. */
export function centroidScores(vectors: readonly WordVector[]): readonly number[] {
  const centroid = new Map<string, number>()
  for (const vector of vectors) for (const [word, weight] of vector) centroid.set(word, (centroid.get(word) ?? 0) + weight)
  const whole = scaledToOne(centroid)
  return vectors.map((vector) => wordSimilarity(vector, whole))
}

const damping = 0.85
const minSimilarity = 0.1
const rounds = 30

/**
 * LexRank: sentences that are like many sentences that are like many. The mean score is 1. The time grows with the square of the number of
 * sentences, so the caller cuts a long text into parts.
 */
export function lexRank(vectors: readonly WordVector[]): readonly number[] {
  const size = vectors.length
  const links: (readonly [place: number, weight: number])[][] = vectors.map(() => [])
  for (let one = 0; one < size; one++) {
    for (let other = one + 1; other < size; other++) {
      const weight = wordSimilarity(vectors[one] as WordVector, vectors[other] as WordVector)
      if (weight < minSimilarity) continue
      links[one]?.push([other, weight])
      links[other]?.push([one, weight])
    }
  }
  const sums = links.map((list) => list.reduce((sum, [, weight]) => sum + weight, 0))
  let ranks = vectors.map(() => 1)
  for (let round = 0; round < rounds; round++) {
    const next = vectors.map(() => 1 - damping)
    let lost = 0
    for (const [place, list] of links.entries()) {
      const rank = ranks[place] ?? 0
      if (list.length === 0) lost += rank
      for (const [other, weight] of list) next[other] = (next[other] ?? 0) + (damping * rank * weight) / (sums[place] ?? 1)
    }
    ranks = next.map((rank) => rank + (damping * lost) / size)
  }
  return ranks
}
