import { nGramsOf } from './n-grams.ts'
import type { SentimentLanguage } from './negation.ts'

/** The n-grams of one kind that a model knows. */
interface NGramGroup {
  /** Ascending. */
  readonly grams: Uint32Array
  readonly rarities: Uint8Array
  /** Three for each n-gram: negative, neutral, positive. */
  readonly weights: Int8Array
  readonly weightScale: number
}

/** A logistic regression on n-grams (training/sentiment/train.py). */
export interface NGramModel {
  readonly biases: readonly [negative: number, neutral: number, positive: number]
  readonly words: NGramGroup
  readonly letters: NGramGroup
}

const headerBytes = 36
const bytesPerGram = 8

/** @throws Error when the bytes are not such a model */
export function parseNGramModel(bytes: Uint8Array): NGramModel {
  if (bytes.byteLength < headerBytes) throw new Error('a model of n-grams is cut off')
  const own = bytes.slice()
  const view = new DataView(own.buffer)
  const [wordCount, letterCount] = [view.getUint32(0, true), view.getUint32(4, true)]
  if (own.byteLength !== headerBytes + bytesPerGram * (wordCount + letterCount)) throw new Error('a model of n-grams has the wrong size')
  const float = (index: number) => view.getFloat32(8 + 4 * index, true)
  const group = (start: number, count: number, scaleAt: number): NGramGroup => ({
    grams: new Uint32Array(own.buffer, start, count),
    rarities: new Uint8Array(own.buffer, start + 4 * count, count),
    weights: new Int8Array(own.buffer, start + 5 * count, 3 * count),
    weightScale: float(scaleAt),
  })
  return {
    biases: [float(0), float(1), float(2)],
    words: group(headerBytes, wordCount, 3),
    letters: group(headerBytes + bytesPerGram * wordCount, letterCount, 5),
  }
}

/** Logits of negative, neutral and positive for a text. */
export function scoreNGrams(model: NGramModel, text: string, language: SentimentLanguage): readonly [number, number, number] {
  const { words, letters } = nGramsOf(text, language)
  const logits: [number, number, number] = [...model.biases]
  add(logits, model.words, words)
  add(logits, model.letters, letters)
  return logits
}

/** The n-grams that a model knows count by their rarity, and together as a vector of length 1. */
function add(logits: [number, number, number], group: NGramGroup, grams: ReadonlySet<number>): void {
  const found = [...grams].map((gram) => placeOf(group.grams, gram)).filter((place) => place >= 0)
  let squares = 0
  for (const place of found) squares += (group.rarities[place] ?? 0) ** 2
  if (squares === 0) return
  const scale = group.weightScale / Math.sqrt(squares)
  for (const place of found) {
    const weight = (group.rarities[place] ?? 0) * scale
    for (const label of [0, 1, 2] as const) logits[label] += weight * (group.weights[3 * place + label] ?? 0)
  }
}

/** The place of a number in an ascending list, or -1. */
function placeOf(list: Uint32Array, sought: number): number {
  let [low, high] = [0, list.length - 1]
  while (low <= high) {
    const middle = (low + high) >>> 1
    const value = list[middle] ?? 0
    if (value === sought) return middle
    if (value < sought) low = middle + 1
    else high = middle - 1
  }
  return -1
}
