import type { StreamedAnswer } from '../../offers/byte-answers.ts'
import type { ByteAnswer } from '../../shared/byte-answer.ts'

/** A streamed answer as a whole: for callers that can't read it while it is made. One byte more than is allowed is enough to see that it is too long. */
export async function collectBytes({ chunks, ...head }: StreamedAnswer, maxBytes: number): Promise<ByteAnswer> {
  const collected: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunks) {
    collected.push(chunk)
    size += chunk.byteLength
    if (size > maxBytes) break
  }
  return { ...head, bytes: Buffer.concat(collected) }
}
