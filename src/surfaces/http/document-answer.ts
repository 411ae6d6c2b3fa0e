import { brotliCompress, constants, gzip } from 'node:zlib'
import { promisify } from 'node:util'
import type { HeaderReader } from '../../payments/wire/protocol.ts'
import { sha256 } from '../../shared/sha256.ts'
import type { HttpAnswer } from './http-call.ts'
import { readWeightedNames } from '../../shared/weighted-names.ts'

/** Bytes that many callers get. */
export interface SharedBytes {
  readonly body: Uint8Array
  /** The body compressed by gzip, if it exists already. */
  readonly packed?: Uint8Array | undefined
  /** Names and values in turn; without ETag, Vary and those of the encoding. */
  readonly headers: readonly string[]
  /** A request header, besides Accept-Encoding, on which the answer depends. */
  readonly vary?: string | undefined
}

/** The answer to a request with these headers. */
export type DocumentAnswer = (asked: HeaderReader) => Promise<WholeAnswer>

/** An answer that is not streamed. */
export type WholeAnswer = HttpAnswer & { readonly body: string | Uint8Array | null }

type Encoding = 'br' | 'gzip'

const zip: (body: Uint8Array) => Promise<Uint8Array> = promisify(gzip)
/** The highest quality takes ten times as long for 5 % less. Both run on a thread of Node. */
const brotli = (body: Uint8Array): Promise<Uint8Array> =>
  promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: body.length } })
const packers: Readonly<Record<Encoding, (body: Uint8Array) => Promise<Uint8Array>>> = { br: brotli, gzip: zip }
/** Below this size, compression saves almost nothing. */
const minBytesToPack = 1_000

/**
 * Answers with a document, compressed by Brotli or gzip if the caller accepts one of them, or 304 if the caller has it already. It is
 * hashed now, and compressed at most once for each encoding: after that an answer costs no more than sending it.
 */
export function documentAnswer({ body, packed: given, headers, vary }: SharedBytes): DocumentAnswer {
  const hash = sha256(given ?? body).slice(0, 32)
  // Strong tags name bytes, and each encoding has its own.
  const tagOf = (encoding: Encoding | null) => (encoding === null ? `"${hash}"` : `"${hash}-${encoding}"`)
  // Bytes that came packed are large, and one encoding of them is enough.
  const encodings: readonly Encoding[] = given === undefined ? ['br', 'gzip'] : ['gzip']
  const tags = [null, ...encodings].map(tagOf)
  const packed = new Map<Encoding, Promise<Uint8Array>>(given === undefined ? [] : [['gzip', Promise.resolve(given)]])
  const answer = (tag: string, status: number, bytes: Uint8Array | null): WholeAnswer => ({
    status,
    headers: [...headers, 'ETag', tag, 'Vary', vary === undefined ? 'Accept-Encoding' : `Accept-Encoding, ${vary}`],
    body: bytes,
  })
  const pack = (encoding: Encoding) => {
    const made = packed.get(encoding) ?? packers[encoding](body)
    packed.set(encoding, made)
    return made
  }
  return async (asked) => {
    const encoding = body.length < minBytesToPack ? null : chosenEncoding(asked.get('accept-encoding'), encodings)
    const known = asked.get('if-none-match')
    const tag = tagOf(encoding)
    if (known !== null) {
      const named = [tag, ...tags].find((one) => namesTag(known, one))
      if (named !== undefined) return answer(named, 304, null)
    }
    if (encoding === null) return answer(tag, 200, body)
    const sent = answer(tag, 200, await pack(encoding))
    sent.headers.push('Content-Encoding', encoding)
    return sent
  }
}

function namesTag(ifNoneMatch: string, tag: string): boolean {
  return ifNoneMatch.split(',').some((one) => ['*', tag].includes(one.trim().replace(/^W\//, '')))
}

/** The encoding that the caller likes best; of equal ones the first. Null where it takes none of them. `*` is any that is not named. */
function chosenEncoding(acceptEncoding: string | null, encodings: readonly Encoding[]): Encoding | null {
  if (acceptEncoding === null) return null
  const qualities = new Map(readWeightedNames(acceptEncoding).map(({ name, weight }) => [name, weight ?? 0]))
  const qualityOf = (encoding: Encoding) => qualities.get(encoding) ?? qualities.get('*') ?? 0
  const best = encodings.toSorted((one, other) => qualityOf(other) - qualityOf(one))[0]
  return best !== undefined && qualityOf(best) > 0 ? best : null
}
