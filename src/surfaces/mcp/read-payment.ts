import type { CredentialReading, HeaderReader } from '../../payments/wire/protocol.ts'
import { member } from '../../payments/wire/fields.ts'
import { canonicalJson } from '../../shared/canonical-json.ts'
import { isOfPayment } from '../../payments/wire/refusals.ts'
import { refusalOf, type Refusal } from '../../shared/refusal.ts'
import { isJsonObject, type JsonObject } from './json-object.ts'

/** The members of `_meta` that carry payments, and those that carry their receipts. */
export const metaKeys = {
  x402Payment: 'x402/payment',
  x402Error: 'x402/error',
  x402Response: 'x402/payment-response',
  mppCredential: 'org.paymentauth/credential',
  mppRequired: 'org.paymentauth/payment-required',
  mppReceipt: 'org.paymentauth/receipt',
} as const

/** The HTTP header that carries the same payment as a member of `_meta`. */
const headerNames = {
  x402: { header: 'PAYMENT-SIGNATURE', key: metaKeys.x402Payment },
  mpp: { header: 'Payment-Authorization', key: metaKeys.mppCredential },
} as const

/**
 * Reads the one payment of a tool call, from `_meta` or from the headers of its POST. A payment in `_meta` is brought into its
 * header form, so that the same payment is the same bytes on every surface. Never throws.
 */
export function readPayment(
  meta: JsonObject,
  headers: HeaderReader,
  readCredential: (headers: HeaderReader) => CredentialReading,
): CredentialReading {
  const carried = new Map<string, string>()
  const x402 = member(meta, metaKeys.x402Payment)
  if (x402 !== undefined && x402 !== null) {
    // The x402 specification has an object; Cloudflare's client sends its base64.
    const value = typeof x402 === 'string' ? x402 : isJsonObject(x402) ? base64(JSON.stringify(x402)) : null
    if (value === null) return malformed(metaKeys.x402Payment, 'the payment payload of x402 version 2, an object or its base64')
    carried.set(headerNames.x402.header.toLowerCase(), value)
  }
  const mpp = member(meta, metaKeys.mppCredential)
  if (mpp !== undefined && mpp !== null) {
    const token = typeof mpp === 'string' ? mpp.replace(/^Payment /i, '') : isJsonObject(mpp) ? mppToken(mpp) : null
    if (token === null) return malformed(metaKeys.mppCredential, 'the credential, an object with challenge and payload')
    carried.set(headerNames.mpp.header.toLowerCase(), `Payment ${token}`)
  }
  if (carried.size === 0) return readCredential(headers)
  // The same payment in a header and in _meta is one payment.
  const reading = readCredential({
    get: (name) => [carried.get(name.toLowerCase()) ?? [], headers.get(name) ?? []].flat().join(', ') || null,
  })
  if (reading.kind === 'refused' && reading.refusal.code === 'several_payments') {
    return {
      kind: 'refused',
      refusal: refusalOf('several_payments', 'Different payments came in _meta and in headers; send one of them.'),
    }
  }
  return reading.kind === 'refused' ? { kind: 'refused', refusal: renamed(reading.refusal, carried) } : reading
}

/**
 * The token that mppx makes of the same credential for HTTP. Here `request` is a JSON object; over HTTP it is base64url of its
 * canonical JSON, and the challenge's id covers that text.
 */
function mppToken(credential: JsonObject): string {
  const challenge = member(credential, 'challenge')
  if (!isJsonObject(challenge)) return base64Url(JSON.stringify(credential))
  const { request, opaque, meta: _, ...rest } = challenge
  const wire = {
    challenge: {
      ...rest,
      ...(opaque === undefined ? {} : { opaque: isJsonObject(opaque) ? base64Url(canonicalJson(opaque)) : opaque }),
      request: isJsonObject(request) ? base64Url(canonicalJson(request)) : request,
    },
    payload: member(credential, 'payload'),
    source: member(credential, 'source') ?? undefined,
  }
  return base64Url(JSON.stringify(wire))
}

function malformed(key: string, expected: string): CredentialReading {
  const field = `_meta["${key}"]`
  return { kind: 'refused', refusal: refusalOf('malformed_payment', `${field} must be ${expected}.`, { field, expected }) }
}

/** The same refusal for a caller that sent no headers: it names members of `_meta`. */
function renamed(refusal: Refusal, carried: ReadonlyMap<string, string>): Refusal {
  // The refusal of an MPP credential comes with terms, and is worded there.
  if (isOfPayment(refusal)) return refusal
  const { field } = refusal.options
  const words = (text: string) =>
    [headerNames.x402, headerNames.mpp]
      .filter(({ header }) => carried.has(header.toLowerCase()))
      .reduce((renamedText, { header, key }) => renamedText.replaceAll(header, `_meta["${key}"]`), text)
  return refusalOf(refusal.kind, words(refusal.message), { ...refusal.options, ...(field === undefined ? {} : { field: words(field) }) })
}

function base64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64')
}

function base64Url(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64url')
}
