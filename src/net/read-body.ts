import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'
import { FetchFailed } from './fetch-failed.ts'

const inflaters = { gzip: promisify(gunzip), br: promisify(brotliDecompress) }

/** The encodings that requests accept. Stacked encodings are refused, since decompression bombs are built from them. */
export const acceptedEncodings = 'gzip, br'

export interface Body extends AsyncIterable<Uint8Array> {
  destroy(): unknown
}

/**
 * Reads a body to its end and decompresses it. `maxBytes` bounds it both compressed and decompressed, so a decompression bomb
 * never grows beyond that. `touched` is called for every piece that arrives.
 * @throws FetchFailed `too_large` or `encoding`, and what the connection throws
 */
export async function readBoundedBody(
  body: Body,
  { maxBytes, encoding, length, touched }: { maxBytes: number; encoding: string | null; length: string | null; touched(): void },
): Promise<Uint8Array> {
  const coding = (encoding ?? 'identity').trim().toLowerCase()
  const inflate = coding === 'gzip' || coding === 'x-gzip' ? inflaters.gzip : coding === 'br' ? inflaters.br : null
  if (inflate === null && coding !== 'identity' && coding !== '') throw new FetchFailed('encoding')
  if (Number(length ?? 0) > maxBytes) throw new FetchFailed('too_large')
  const chunks: Uint8Array[] = []
  let received = 0
  for await (const chunk of body) {
    touched()
    received += chunk.byteLength
    if (received > maxBytes) throw new FetchFailed('too_large')
    chunks.push(chunk)
  }
  const sent = Buffer.concat(chunks)
  if (inflate === null || sent.byteLength === 0) return sent
  return inflate(sent, { maxOutputLength: maxBytes }).catch((error: unknown) => {
    throw new FetchFailed(isTooLong(error) ? 'too_large' : 'encoding', error)
  })
}

function isTooLong(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
}
