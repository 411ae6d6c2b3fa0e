import type { Sentence } from '../basics/split-sentences.ts'

/** Sentences as they are, or, where there are more than `maxPieces`, several of them as one. */
export function joinToPieces(sentences: readonly Sentence[], maxPieces: number): readonly Sentence[] {
  if (sentences.length <= maxPieces) return sentences
  return Array.from({ length: maxPieces }, (_, piece) => {
    const from = Math.round((piece * sentences.length) / maxPieces)
    const joined = sentences.slice(from, Math.round(((piece + 1) * sentences.length) / maxPieces))
    const [first, last] = [joined[0] as Sentence, joined.at(-1) as Sentence]
    return { text: joined.map(({ text }) => text).join(' '), offset: first.offset, length: last.offset + last.length - first.offset }
  })
}
