import type { Source } from './read-source.ts'
import type { PassageCandidate } from './retrieve.ts'

/** A piece of the source that the encoder judges with the claim. */
export interface Passage {
  readonly text: string
  readonly kind: 'sentence' | 'window' | 'union' | 'whole'
  /** The place of its main sentence. */
  readonly index: number
}

/** Some 160 word pieces: more is cut by the encoder. */
const maxCharacters = 700
const maxSentence = 900

/**
 * The passages to judge, at most `max`: the best sentences alone, with a neighbour on each side (which says who "he" is), the best ones together,
 * and the whole source where it is short. Without duplicates.
 */
export function passagesOf(source: Source, candidates: readonly PassageCandidate[], max: number): readonly Passage[] {
  const text = (index: number) => (source.sentences[index]?.text ?? '').slice(0, maxSentence)
  const passages: Passage[] = []
  const add = (passage: Passage) => {
    if (passage.text !== '' && passages.length < max && !passages.some((known) => known.text === passage.text)) passages.push(passage)
  }
  const joined = (indexes: readonly number[]) => indexes.map(text).join(' ').slice(0, maxCharacters)
  const [best] = candidates
  if (best === undefined) return []
  add({ text: text(best.index), kind: 'sentence', index: best.index })
  const top = candidates.slice(0, 3).map(({ index }) => index)
  add({ text: joined(top.toSorted((one, other) => one - other)), kind: 'union', index: best.index })
  for (const { index } of candidates.slice(0, 4)) {
    add({ text: text(index), kind: 'sentence', index })
    if (index > 0) add({ text: joined([index - 1, index]), kind: 'window', index })
  }
  const whole = source.sentences.map(({ text: sentence }) => sentence).join(' ')
  if (whole.length <= maxCharacters) add({ text: whole, kind: 'whole', index: best.index })
  if (best.index + 1 < source.sentences.length) add({ text: joined([best.index, best.index + 1]), kind: 'window', index: best.index })
  return passages
}
