import type { z } from 'zod'
import type { ByteAnswer } from '../shared/byte-answer.ts'
import { isCallersDoing, type DecidedBy } from '../shared/problems.ts'

/** What the answers of an offer may be that answers with bytes. What does not fit is not sold: a 502, and nothing is charged. */
export interface ByteAnswers {
  /** Media types without parameters: `application/json`, `text/*`, `image/*`. */
  readonly types: readonly string[]
  /** Of answers in JSON. It must not change what it reads, since an answer goes out as it was sent. */
  readonly schema?: z.ZodType
  /** Names of the headers that are sent and stored besides the media type, such as `ETag`. */
  readonly headers?: readonly string[]
  readonly maxBytes: number
  /** It answers with `streamedAnswer`. Such an offer is free or settled first. */
  readonly streams?: boolean
  /**
   * Media types of refusals (a status of 400 to 499) that are passed on as they are, where the problem brings them (`passed`). Without it the caller gets the
   * problem. A status that would speak of our own payments, keys or limits is never passed on: 401, 402, 403, 407 and 429.
   */
  readonly refusals?: readonly string[]
}

/** An answer that is sent while it is made. */
export interface StreamedAnswer extends Omit<ByteAnswer, 'bytes'> {
  /** Read once, from its beginning to its end. An error in it means that the answer failed. */
  readonly chunks: AsyncIterable<Uint8Array>
}

/** An answer with a status from 200 to 299, byte for byte. */
export function byteAnswer(bytes: ByteAnswer) {
  return { body: null, charge: true, bytes } as const
}

/** The same without a charge, see `uncharged`. */
export function unchargedBytes(bytes: ByteAnswer, reason: string, decidedBy: DecidedBy) {
  return { body: null, charge: false, reason, counted: isCallersDoing(decidedBy), bytes } as const
}

/** The same while it is made. */
export function streamedAnswer(bytes: StreamedAnswer) {
  return { body: null, charge: true, bytes } as const
}

/** Characters of the value of a header. */
const maxHeaderValue = 1_000

/** Headers that are ours to say, or speak of one connection. An answer's own don't pass, whatever its offer declares. */
const oursAlone: ReadonlySet<string> = new Set(
  `accept-ranges age alt-svc authentication-info cache-control clear-site-data connection content-encoding content-length content-security-policy
  content-type date idempotent-replay keep-alive link nel payment-receipt payment-required payment-response proxy-authenticate
  proxy-authentication-info referrer-policy report-to reporting-endpoints retry-after server set-cookie set-cookie2 strict-transport-security te trailer transfer-encoding
  upgrade via www-authenticate x-answer x-content-type-options x-free-quota-limit x-free-quota-remaining`.split(/\s+/),
)

/** Why a header can't be let through; null where it can. */
export function whyNotSent(name: string): string | null {
  if (!/^[a-z0-9-]{1,60}$/i.test(name)) return 'it is not a name of a header'
  const lower = name.toLowerCase()
  const isOurs = oursAlone.has(lower) || lower.startsWith('access-control-') || lower.startsWith('cross-origin-')
  return isOurs ? 'it is set by the service, or speaks of one connection' : null
}

/** Whether a header that the declaration lets through can be sent as it came. */
export function isSentHeader(name: string, value: string): boolean {
  return whyNotSent(name) === null && value.length <= maxHeaderValue && /^[ -~\t]*$/.test(value)
}
