import { gzip } from 'node:zlib'
import { promisify } from 'node:util'
import type { HeaderReader } from '../../payments/wire/protocol.ts'
import { sha256 } from '../../shared/sha256.ts'
import type { HttpAnswer } from './http-call.ts'

/** Bytes that many callers get. */
export interface SharedBytes {
  readonly body: Uint8Array
  /** The body compressed by gzip, if it exists already. */
  readonly packed?: Uint8Array | undefined
  /** Names and values in turn; without ETag, Vary and those of the encoding. */
  readonly headers: readonly string[]
}

/** The answer to a request with these headers. */
export type DocumentAnswer = (asked: HeaderReader) => Promise<HttpAnswer>

const zip: (body: Uint8Array) => Promise<Uint8Array> = promisify(gzip)
/** Below this size, compression saves almost nothing. */
const minBytesToPack = 1_000

/**
 * Answers with a document, compressed if the caller accepts gzip, or 304 if the caller has it already. It is hashed now, and compressed
 * at most once: after that an answer costs no more than sending it.
 */
export function documentAnswer({ body, packed: given, headers }: SharedBytes): DocumentAnswer {
  const hash = sha256(given ?? body).slice(0, 32)
  // Strong tags name bytes, and the compressed ones are others.
  const plainTag = `"${hash}"`
  const packedTag = `"${hash}-gzip"`
  let packed = given === undefined ? undefined : Promise.resolve(given)
  const answer = (tag: string, status: number, bytes: Uint8Array | null): HttpAnswer => ({
    status,
    headers: [...headers, 'ETag', tag, 'Vary', 'Accept-Encoding'],
    body: bytes,
  })
  return async (asked) => {
    const isPacked = body.length >= minBytesToPack && acceptsGzip(asked.get('accept-encoding'))
    const tag = isPacked ? packedTag : plainTag
    const known = asked.get('if-none-match')
    if (known !== null && (namesTag(known, plainTag) || namesTag(known, packedTag))) return answer(tag, 304, null)
    if (!isPacked) return answer(tag, 200, body)
    packed ??= zip(body)
    const sent = answer(tag, 200, await packed)
    sent.headers.push('Content-Encoding', 'gzip')
    return sent
  }
}

function namesTag(ifNoneMatch: string, tag: string): boolean {
  return ifNoneMatch.split(',').some((one) => ['*', tag].includes(one.trim().replace(/^W\//, '')))
}

function acceptsGzip(acceptEncoding: string | null): boolean {
  return (acceptEncoding ?? '').split(',').some((one) => {
    const [name, ...parameters] = one.split(';').map((part) => part.trim().toLowerCase())
    return name === 'gzip' && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))
  })
}
