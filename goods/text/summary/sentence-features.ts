import { centroidScores, lexRank, wordVectors, type WordVector } from './centrality.ts'
import { contentWordsOf, wordsOf } from './content-words.ts'

/** A text as its sentences, with a vector of length 1 for each from the sentence encoder. */
export interface VectorizedText {
  readonly sentences: readonly string[]
  readonly vectors: readonly Float32Array[]
}

/** Cosine of two vectors of length 1. */
export function cosine(one: Float32Array, other: Float32Array): number {
  let sum = 0
  for (let index = 0; index < one.length; index++) sum += (one[index] ?? 0) * (other[index] ?? 0)
  return sum
}

/** The mean of vectors, scaled to length 1. */
export function meanVector(vectors: readonly Float32Array[]): Float32Array {
  const mean = new Float32Array(vectors[0]?.length ?? 0)
  for (const vector of vectors) for (let index = 0; index < mean.length; index++) mean[index] = (mean[index] ?? 0) + (vector[index] ?? 0)
  const length = Math.sqrt(cosine(mean, mean)) || 1
  return mean.map((value) => value / length)
}

const cues: readonly RegExp[] = [
  /\b(?:we|this (?:paper|work|article|study|report)|here|our)\b/iu,
  /\b(?:propose|present|introduce|develop|describe|study|investigate|explore|design|provide|address|consider|formulate|derive)[sd]?\b/iu,
  /\b(?:show|demonstrate|find|prove|achieve|outperform|improve|observe|reveal|confirm|establish)(?:[sd]|ed|ing)?\b/iu,
  /\b(?:in (?:conclusion|summary|short|total)|overall|to summarize|as a result|therefore|thus|consequently|finally)\b/iu,
  /\b(?:however|despite|although|recent(?:ly)?|often|typically|usually|widely|remains?|challeng\w+|difficult)\b/iu,
  /\b(?:for (?:example|instance)|e\.g\.|such as|specifically|in particular|moreover|furthermore|additionally|also)\b/iu,
  /\b(?:novel|new|first|simple|general|efficient|state-of-the-art|effective)\b/iu,
  /^(?:it|this|that|they|these|those|he|she|but|and|such)\b/iu,
  /\b(?:code|github|available at|https?)\b/iu,
]

/** A sentence in which authors say what they did. */
export const contribution =
  /\b(?:we|this (?:paper|work|article|study)|here)\b.{0,40}\b(?:propose|present|introduce|develop|show|demonstrate|study|describe|investigate|provide)/iu

/** What the scorer of sentences sees: one row of numbers for each sentence. Training reads them from here too. */
export function sentenceFeatures({ sentences, vectors }: VectorizedText): readonly (readonly number[])[] {
  const size = sentences.length
  const byWords = wordVectors(sentences)
  const ranks = lexRank(byWords)
  const centroids = centroidScores(byWords)
  const whole = meanVector(vectors)
  const toWhole = vectors.map((vector) => cosine(vector, whole))
  const lengths = sentences.map((sentence) => wordsOf(sentence).length)
  const meanLength = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, size)
  const subject = subjectWords(byWords)
  const firstContribution = sentences.findIndex((sentence) => contribution.test(sentence))
  const orderOf = placesBySize(toWhole)
  return sentences.map((sentence, index) => [
    size > 1 ? index / (size - 1) : 0,
    1 / (1 + index),
    size - 1 - index,
    Math.log(size),
    lengths[index] ?? 0,
    (lengths[index] ?? 0) / Math.max(1, meanLength),
    ranks[index] ?? 0,
    centroids[index] ?? 0,
    toWhole[index] ?? 0,
    orderOf[index] ?? 0,
    similarity(vectors, index, 0),
    similarity(vectors, index, size - 1),
    similarity(vectors, index, index - 1),
    similarity(vectors, index, index + 1),
    ...cues.map((cue) => (cue.test(sentence) ? 1 : 0)),
    firstContribution < 0 ? -9 : index - firstContribution,
    (sentence.match(/\d+/gu) ?? []).length,
    (sentence.match(/(?<=\s)\p{Lu}/gu) ?? []).length / Math.max(1, lengths[index] ?? 0),
    contentWordsOf(sentence).filter((word) => subject.has(word)).length / Math.max(1, lengths[index] ?? 0),
    /[.!?…。！？]["'”’)\]]*$/u.test(sentence.trim()) ? 1 : 0,
    sentence.includes('?') ? 1 : 0,
  ])
}

const similarity = (vectors: readonly Float32Array[], one: number, other: number) => {
  const [first, second] = [vectors[one], vectors[other]]
  return first && second ? cosine(first, second) : -1
}

/** For each value its place among all, from 0 for the largest to 1 for the smallest. */
function placesBySize(values: readonly number[]): readonly number[] {
  const order = values.map((value, index) => ({ value, index })).sort((one, other) => other.value - one.value)
  const places = values.map(() => 0)
  for (const [place, { index }] of order.entries()) places[index] = place / Math.max(1, values.length - 1)
  return places
}

/** The ten words with the most weight in the whole text, as its title would have them. */
function subjectWords(vectors: readonly WordVector[]): ReadonlySet<string> {
  const sums = new Map<string, number>()
  for (const vector of vectors) for (const [word, weight] of vector) sums.set(word, (sums.get(word) ?? 0) + weight)
  const order = [...sums].sort(([, one], [, other]) => other - one)
  return new Set(order.slice(0, 10).map(([word]) => word))
}
