import { UpstreamGarbage } from '../../../../src/goods/kit/http.ts'

/** Damaged letters that are always accepted, and their share from which the bytes are not text. */
const alwaysAccepted = 5
const maxShare = 0.001
/** What a decoder writes for bytes that are no letter. Published lists contain it too. */
const damaged = '\uFFFD'

/**
 * The text of a body, at most `pieceBytes` at a time, without its byte order mark. Bytes that are not UTF-8 become U+FFFD: a name with
 * one such letter can still be found.
 * @throws UpstreamGarbage `not_text` where more than 5 letters are damaged, and more than 0.1 %.
 */
export function* textPieces(chunks: readonly Uint8Array[], pieceBytes: number): Generator<string, void> {
  const utf8 = new TextDecoder('utf-8')
  let letters = 0
  let lost = 0
  const checked = (piece: string, isLast: boolean): string => {
    letters += piece.length
    for (let at = piece.indexOf(damaged); at >= 0; at = piece.indexOf(damaged, at + 1)) lost++
    // A share says little before there is some text.
    if (lost > alwaysAccepted && lost > maxShare * letters && (isLast || letters >= pieceBytes / 4)) throw new UpstreamGarbage('not_text')
    return piece
  }
  for (const chunk of chunks) {
    for (let start = 0; start < chunk.length; start += pieceBytes) {
      yield checked(utf8.decode(chunk.subarray(start, start + pieceBytes), { stream: true }), false)
    }
  }
  yield checked(utf8.decode(), true)
}
