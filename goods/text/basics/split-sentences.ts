import { codePointOffsets } from './code-points.ts'
import { joinLines } from './join-lines.ts'
import { sentenceEnds } from './sentence-ends.ts'

/** A sentence as it stands in its text, without blanks around it. */
export interface Sentence {
  readonly text: string
  /** Code points before it. */
  readonly offset: number
  /** Its code points. */
  readonly length: number
}

/**
 * Sentences of a text in their order, in linear time. Only blanks lie between them. Unicode's rules find the boundaries;
 * those after abbreviations, initials and closed quotes are taken back, and lists and blank lines end a sentence as well.
 */
export function splitSentences(text: string): readonly Sentence[] {
  const offsets = codePointOffsets(text)
  const sentences: Sentence[] = []
  let from = 0
  for (const to of sentenceEnds(joinLines(text))) {
    const piece = text.slice(from, to)
    const trimmed = piece.trim()
    if (trimmed !== '') {
      const start = from + piece.length - piece.trimStart().length
      const offset = offsets.at(start)
      sentences.push({ text: trimmed, offset, length: offsets.at(start + trimmed.length) - offset })
    }
    from = to
  }
  return sentences
}
