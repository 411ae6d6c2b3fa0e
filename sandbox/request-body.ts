import type { IncomingMessage } from 'node:http'

/** No client of ours sends a longer body. */
const maxBodyBytes = 100_000

/** The body of a request to a stand-in. What is over the limit is read and left out. */
export async function requestBody(request: IncomingMessage, maxBytes = maxBodyBytes): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length <= maxBytes) chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
