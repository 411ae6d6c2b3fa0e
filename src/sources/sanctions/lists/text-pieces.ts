import { UpstreamGarbage } from '../../../net/upstream-errors.ts'

/**
 * The text of a body, at most `pieceBytes` at a time, without its byte order mark.
 * @throws UpstreamGarbage `not_text` for bytes that are not UTF-8.
 */
export function* textPieces(chunks: readonly Uint8Array[], pieceBytes: number): Generator<string, void> {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  try {
    for (const chunk of chunks) {
      for (let start = 0; start < chunk.length; start += pieceBytes) {
        yield utf8.decode(chunk.subarray(start, start + pieceBytes), { stream: true })
      }
    }
    yield utf8.decode()
  } catch (error) {
    throw new UpstreamGarbage('not_text', error)
  }
}
