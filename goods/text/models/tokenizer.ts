import type { EncoderInput } from './encoder.ts'
import { splitWords } from './split-words.ts'

/** Ids of pieces of a vocabulary, and which text each belongs to. */
export interface Tokens {
  readonly ids: readonly number[]
  /** How many belong to the first text, with the marks around it. */
  readonly first: number
}

export interface Tokenizer {
  /** Pieces of the vocabulary. */
  readonly size: number
  /** The ids of a text's pieces, without marks. */
  pieces(text: string): readonly number[]
  /**
   * `[CLS] first [SEP]`, or `[CLS] first [SEP] second [SEP]`, of at most `maxTokens`. A second text that is too long is cut; the
   * first one leaves it a third of the room at least.
   */
  encode(input: EncoderInput, maxTokens: number): Tokens
}

/** A longer word is unknown as a whole, as in BERT. */
const maxWordLength = 100

/** @param vocabulary a WordPiece vocabulary, one piece a line @throws Error when its marks are missing */
export function createTokenizer(vocabulary: string): Tokenizer {
  const lines = vocabulary.split('\n')
  if (lines.at(-1) === '') lines.pop()
  const ids = new Map(lines.map((piece, id) => [piece, id]))
  const longest = lines.reduce((most, piece) => Math.max(most, piece.length), 0)
  const mark = (name: string) => {
    const id = ids.get(name)
    if (id === undefined) throw new Error(`the vocabulary has no ${name}`)
    return id
  }
  const [unknown, begin, end] = [mark('[UNK]'), mark('[CLS]'), mark('[SEP]')]

  /** The longest piece that a word begins with, then that of its rest, and so on. Adds nothing where a rest has none. */
  function piecesOf(word: string): readonly number[] {
    if (word.length > maxWordLength && [...word].length > maxWordLength) return [unknown]
    const found: number[] = []
    for (let from = 0; from < word.length;) {
      const prefix = from === 0 ? '' : '##'
      let to = Math.min(word.length, from + longest)
      let id: number | undefined
      while (to > from && (id = ids.get(prefix + word.slice(from, to))) === undefined) to -= 1
      if (id === undefined) return [unknown]
      found.push(id)
      from = to
    }
    return found
  }

  const pieces = (text: string) => splitWords(text).flatMap(piecesOf)

  return {
    size: lines.length,
    pieces,
    encode(input, maxTokens) {
      if (typeof input === 'string') {
        const ids = [begin, ...pieces(input).slice(0, maxTokens - 2), end]
        return { ids, first: ids.length }
      }
      const room = maxTokens - 3
      const [claim, passage] = [pieces(input[0]), pieces(input[1])]
      const first = claim.slice(0, Math.max(room - passage.length, Math.ceil((room * 2) / 3)))
      const second = passage.slice(0, room - first.length)
      return { ids: [begin, ...first, end, ...second, end], first: first.length + 2 }
    },
  }
}
