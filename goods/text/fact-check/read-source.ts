import { splitSentences, type Sentence } from '../basics/split-sentences.ts'
import { readText, type ReadText } from './elements.ts'

/** A sentence of the source with what was read in it. */
export interface SourceSentence extends Sentence {
  readonly read: ReadText
}

/** A source, read once for all claims that are held against it. */
export interface Source {
  readonly sentences: readonly SourceSentence[]
  /** In how many sentences a key occurs. */
  readonly frequency: ReadonlyMap<string, number>
  readonly elementCount: number
  readonly meanLength: number
}

/** A source of 15,000 characters has some 150 sentences; a list of single letters has thousands, which say nothing. */
const maxSentences = 1_500

/** Splits and reads a source. Linear time. */
export function readSource(text: string): Source {
  const sentences = splitSentences(text)
    .slice(0, maxSentences)
    .map((sentence) => ({ ...sentence, read: readText(sentence.text) }))
  const frequency = new Map<string, number>()
  let elements = 0
  for (const { read } of sentences) {
    elements += read.elements.length
    for (const key of new Set(read.elements.map((element) => element.key))) frequency.set(key, (frequency.get(key) ?? 0) + 1)
  }
  return { sentences, frequency, elementCount: elements, meanLength: elements / Math.max(1, sentences.length) }
}

/** How much a key tells one sentence of the source from another. */
export function rarity({ sentences, frequency }: Source, key: string): number {
  const count = frequency.get(key) ?? 0
  return Math.log(1 + (sentences.length - count + 0.5) / (count + 0.5)) + 0.3
}
