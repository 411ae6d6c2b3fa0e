import type { z } from 'zod'
import { isSentHeader } from '../../offers/byte-answers.ts'
import type { AnyOffer } from '../../offers/offer.ts'
import { fitsMediaType, isJsonType, mediaTypeOf } from '../../offers/media-types.ts'
import type { StoredAnswer } from '../../ledger/payments/payment.ts'
import type { ByteAnswer } from '../../shared/byte-answer.ts'
import type { Timers } from '../../shared/clock.ts'
import { refusalOf, type Refusal } from '../../shared/refusal.ts'
import { refused, type Refused } from '../outcome.ts'
import { misfitsOf } from './misfits.ts'

export type CheckedBytes = { readonly kind: 'fits'; readonly answer: StoredAnswer } | (Refused & { readonly misfits: readonly string[] })

/** What an answer of bytes says of itself before its bytes come. */
export type HeadOfBytes = Omit<ByteAnswer, 'bytes'>

/** Holds an answer against what its offer promises: status, media type, size, and the schema where it is JSON. */
export async function checkBytes(offer: AnyOffer, made: ByteAnswer, timers: Timers): Promise<CheckedBytes> {
  const wrong = checkHead(offer, made)
  if (wrong !== null) return misfit(offer, wrong)
  const { answers } = offer
  if (made.status === 204 && made.bytes.byteLength > 0) return misfit(offer, 'its status is 204, and it has content')
  if (answers !== null && made.bytes.byteLength > answers.maxBytes) return misfit(offer, `it is longer than ${answers.maxBytes} bytes`)
  const misfits = await misfitsOfJson(offer, made, timers)
  if (misfits.length > 0) return misfit(offer, 'its JSON is not of the promised form', misfits)
  return { kind: 'fits', answer: { ...storedHead(offer, made), body: made.bytes } }
}

/** What is wrong with the head of an answer, in words; null where nothing is. */
export function checkHead({ answers }: AnyOffer, { status, contentType }: HeadOfBytes): string | null {
  if (answers === null) return 'the offer does not answer with bytes'
  // Nobody asked for a part, and an answer without content can't be of a type.
  if (!Number.isInteger(status) || status < 200 || status > 299 || status === 205 || status === 206) return `its status is ${status}`
  if (status === 204) return null
  const type = mediaTypeOf(contentType)
  if (type === null) return 'it has no media type that can be read'
  return answers.types.some((promised) => fitsMediaType(promised, type)) ? null : `its media type is ${type}`
}

/** Status, media type and the headers that the declaration lets through, as they are stored. */
export function storedHead({ answers }: AnyOffer, { status, contentType, headers }: HeadOfBytes): Omit<StoredAnswer, 'body'> {
  const names = new Map((answers?.headers ?? []).map((name) => [name.toLowerCase(), name]))
  const sent = Object.entries(headers).flatMap(([given, value]) => {
    const name = names.get(given.toLowerCase())
    return name !== undefined && isSentHeader(name, value) ? [[name, value] as const] : []
  })
  return { status, contentType, ...(sent.length > 0 ? { headers: Object.fromEntries(sent) } : {}) }
}

/**
 * What an upstream sent in place of an answer, where the offer passes such answers on; undefined where the caller gets the refusal itself.
 */
export function passedOn(offer: AnyOffer, { options }: Refusal): StoredAnswer | undefined {
  const { passed } = options
  const { answers } = offer
  if (passed === undefined || answers?.refusals === undefined) return undefined
  const { status, contentType, bytes } = passed
  if (!Number.isInteger(status) || status < 400 || status > 499 || ourStatuses.has(status)) return undefined
  const type = mediaTypeOf(contentType)
  if (type === null || !answers.refusals.some((passing) => fitsMediaType(passing, type))) return undefined
  return bytes.byteLength > answers.maxBytes ? undefined : { ...storedHead(offer, passed), body: bytes }
}

/** Statuses by which we speak of our own payments, keys and limits. */
const ourStatuses: ReadonlySet<number> = new Set([401, 402, 403, 407, 429])

const utf8 = new TextDecoder('utf-8', { fatal: true })

async function misfitsOfJson(
  { answers, answer }: AnyOffer,
  { contentType, bytes }: ByteAnswer,
  timers: Timers,
): Promise<readonly string[]> {
  if (!isJsonType(contentType) || bytes.byteLength === 0) return []
  let json: unknown
  try {
    json = JSON.parse(utf8.decode(bytes))
  } catch {
    return ['the whole answer: not JSON']
  }
  return answers?.schema === undefined ? [] : misfitsOf(json, answer as z.ZodType, timers)
}

function misfit({ title }: AnyOffer, why: string, misfits: readonly string[] = []): CheckedBytes {
  const refusal = refusalOf('upstream_misfit', `The answer of ${title} is not of the form that its description promises: ${why}.`)
  return { ...refused(refusal), misfits }
}
