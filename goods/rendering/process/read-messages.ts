import type { Readable } from 'node:stream'

/** The start of a message that is too long: enough for its id or its method. */
const headBytes = 64

/** What becomes of the messages of a pipe. */
export interface MessageReader {
  take(text: string): void
  /** A message that is too long, with its start. It was not kept. */
  skip(head: string): void
  /** The pipe has ended, or `take` has thrown. */
  end(): void
}

/**
 * Reads messages with a zero byte after each, and joins the pieces of each message once. Parsing a long message would hold up
 * the event loop, and a page can make the browser write one. So no more than its start is kept.
 */
export function readMessages(source: Readable, maxBytes: number, reader: MessageReader): void {
  let pieces: Buffer[] = []
  let length = 0

  function add(piece: Buffer): void {
    length += piece.length
    if (piece.length > 0 && (length <= maxBytes || pieces.length === 0)) pieces.push(piece)
    if (length > maxBytes) pieces = [Buffer.from(Buffer.concat(pieces).subarray(0, headBytes))]
  }

  function finish(): void {
    const [bytes, isTooLong] = [Buffer.concat(pieces), length > maxBytes]
    pieces = []
    length = 0
    if (isTooLong) reader.skip(bytes.toString('latin1', 0, headBytes))
    else reader.take(bytes.toString('utf8'))
  }

  source.on('data', (chunk: Buffer) => {
    try {
      let rest = chunk
      for (let zero = rest.indexOf(0); zero >= 0; zero = rest.indexOf(0)) {
        add(rest.subarray(0, zero))
        rest = rest.subarray(zero + 1)
        finish()
      }
      add(rest)
    } catch {
      reader.end()
    }
  })
  source.on('error', reader.end)
  source.on('close', reader.end)
}
