import { codePointOffsets, type CodePointOffsets } from '../../basics/code-points.ts'

/** A quote as it stands in its source. */
export interface VerifiedQuote {
  readonly quote: string
  /** Code points before it. */
  readonly offset: number
  /** Its code points. */
  readonly length: number
}

/** Shorter quotes, such as one word, occur in any text and prove nothing. */
const minCodePoints = 8

/** Looks quotes up in one source. */
export function createQuoteCheck(source: string): (quote: string) => VerifiedQuote | null {
  let offsets: CodePointOffsets | undefined
  return (given) => {
    const quote = given.trim()
    const at = quote === '' ? -1 : source.indexOf(quote)
    if (at < 0) return null
    offsets ??= codePointOffsets(source)
    const offset = offsets.at(at)
    const length = offsets.at(at + quote.length) - offset
    return length < minCodePoints ? null : { quote, offset, length }
  }
}
