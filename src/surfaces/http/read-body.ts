import { Problem } from '../../shared/problems.ts'
import { asProblem, type Refusal } from '../../shared/refusal.ts'
import { jsonFault } from './json-fault.ts'

/** The rate limit counts a body as one request for each started piece of this size. */
const bytesPerToken = 16_384

/**
 * Bytes. So much of a body that is too large is read and thrown away. Many clients read the answer only when they have sent all, and would
 * see a broken connection instead of the 413. The rate limit counts these bytes too.
 */
const maxDiscarded = 32 * 1024 * 1024

export interface BodyLimits {
  readonly maxBytes: number
  /** Asks the rate limit for more tokens, besides the one that the request has taken: null, or the problem to answer. */
  limitRate(tokens: number): Refusal | null
}

/**
 * The JSON body of a request within its limits, `undefined` when there is none.
 * @throws Problem payload_too_large, rate_limited, unsupported_content_encoding, unsupported_media_type or invalid_json.
 */
export async function readJsonBody(request: Request, limits: BodyLimits): Promise<unknown> {
  const declared = request.headers.get('content-length')
  if (declared !== null && Number(declared) > limits.maxBytes + maxDiscarded) throw tooLarge(limits.maxBytes)
  if (!request.body || declared === '0') return undefined
  const weigh = weighing(limits)
  let isTooLarge = declared !== null && Number(declared) > limits.maxBytes
  let limited = declared === null || isTooLarge ? null : weigh(Number(declared))
  const reading = readBytes(request.body, (size) => {
    if (size > limits.maxBytes + maxDiscarded) throw tooLarge(limits.maxBytes)
    isTooLarge ||= size > limits.maxBytes
    limited ??= weigh(size)
    return limited === null && !isTooLarge
  })
  const bytes = await reading.catch((error: unknown) => {
    throw isTooLarge ? tooLarge(limits.maxBytes) : error
  })
  if (isTooLarge) throw tooLarge(limits.maxBytes)
  // Only now: a connection whose request was not read to its end must be closed, and the client may lose the answer.
  if (limited !== null) throw asProblem(limited)
  if (bytes.byteLength === 0) return undefined
  const coding = contentCoding(request.headers)
  if (coding !== null) {
    const detail = `The body is compressed (${coding}); it is read only as it is.`
    throw new Problem('unsupported_content_encoding', detail, { field: 'Content-Encoding', expected: 'identity' })
  }
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/(?:[a-z0-9.+-]+\+)?json\s*(?:;|$)/i.test(type)) {
    throw new Problem('unsupported_media_type', 'The body must be JSON.', { field: 'Content-Type', expected: 'application/json' })
  }
  return parseJson(bytes)
}

/** Compressed bodies are refused: a small one could unpack to any size. Null where the body is as it is. */
function contentCoding(headers: Headers): string | null {
  const codings = (headers.get('content-encoding') ?? '').split(',').map((coding) => coding.trim().toLowerCase())
  const other = codings.find((coding) => coding !== '' && coding !== 'identity')
  return other === undefined ? null : other.replace(/[^a-z0-9-]/g, '?').slice(0, 20)
}

function parseJson(bytes: Buffer): unknown {
  const fault = jsonFault(bytes)
  if (fault !== null) throw new Problem('invalid_json', fault, { field: 'body' })
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Problem('invalid_json', 'The body is not UTF-8.', { field: 'body' })
  }
  try {
    return JSON.parse(text)
  } catch {
    throw new Problem('invalid_json', 'The body could not be read as JSON.', { field: 'body' })
  }
}

/** Takes the tokens of a body while it grows: null, or the refusal when there are not so many. */
function weighing({ limitRate }: BodyLimits): (size: number) => Refusal | null {
  let taken = 1
  return (size) => {
    const weight = Math.ceil(size / bytesPerToken)
    if (weight <= taken) return null
    const limited = limitRate(weight - taken)
    if (limited === null) taken = weight
    return limited
  }
}

/** @param keep called with the size so far: whether what was read is still wanted */
async function readBytes(body: ReadableStream<Uint8Array>, keep: (size: number) => boolean): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of body) {
      if (keep((size += chunk.byteLength))) chunks.push(chunk)
      else chunks.length = 0
    }
  } catch (error) {
    if (error instanceof Problem) throw error
    // The client disconnected or broke its own framing. That is not our fault, and it must not fill the log.
    throw new Problem('invalid_json', 'The body is incomplete.', { field: 'body', cause: error })
  }
  return Buffer.concat(chunks)
}

function tooLarge(maxBytes: number): Problem {
  return new Problem('payload_too_large', `The body may have ${maxBytes} bytes at most.`)
}
