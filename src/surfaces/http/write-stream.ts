import type { ServerResponse } from 'node:http'
import { pipeline, Readable } from 'node:stream'

/** As fast as its caller reads. Where it fails in the middle the connection is cut off, so that nobody takes a part for the whole. */
export function writeStream(status: number, headers: readonly string[], body: AsyncIterable<Uint8Array>, response: ServerResponse): void {
  response.writeHead(status, [...headers])
  if (response.req.method === 'HEAD') {
    // Its answer has no content. Nothing of what makes it may stay open.
    response.end()
    void giveUp(body[Symbol.asyncIterator]())
  } else pipeline(Readable.from(body, { objectMode: false }), response, () => {})
}

async function giveUp(reading: AsyncIterator<Uint8Array>): Promise<void> {
  await reading.return?.().catch(() => {})
}
