import type { CredentialReading, HeaderReader } from '../../payments/protocol.ts'
import { member } from '../../payments/x402/fields.ts'
import { canonicalJson } from '../../shared/canonical-json.ts'
import { Problem } from '../../shared/problems.ts'
import { isJsonObject, type JsonObject } from './json-object.ts'

/** Where payments stand in `_meta`, and where their receipts come back. */
export const metaKeys = {
  x402Payment: 'x402/payment',
  x402Error: 'x402/error',
  x402Response: 'x402/payment-response',
  mppCredential: 'org.paymentauth/credential',
  mppRequired: 'org.paymentauth/payment-required',
  mppReceipt: 'org.paymentauth/receipt',
} as const

/** What the payments of `_meta` are called where they are headers. */
const headerNames = {
  x402: { header: 'PAYMENT-SIGNATURE', key: metaKeys.x402Payment },
  mpp: { header: 'Payment-Authorization', key: metaKeys.mppCredential },
} as const

/**
 * Reads the one payment of a tool call, from `_meta` or from the headers of its POST. What stands in `_meta` is brought into
 * the form that it has as a header, so that the same payment is the same bytes on every surface. Never throws.
 */
export function readPayment(
  meta: JsonObject,
  headers: HeaderReader,
  readCredential: (headers: HeaderReader) => CredentialReading,
): CredentialReading {
  const carried = new Map<string, string>()
  const x402 = member(meta, metaKeys.x402Payment)
  if (x402 !== undefined && x402 !== null) {
    // An object as the specification of x402 has it; its base64, as Cloudflare's client sends it.
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
  const twice = [...carried.keys()].find((name) => headers.get(name) !== null)
  if (twice !== undefined) {
    return { kind: 'problem', problem: new Problem('several_payments', 'A payment came in a header and in _meta; send it once.') }
  }
  const reading = readCredential({ get: (name) => carried.get(name.toLowerCase()) ?? headers.get(name) })
  return reading.kind === 'problem' ? { kind: 'problem', problem: renamed(reading.problem, carried) } : reading
}

/**
 * The token that mppx makes of the same credential for HTTP: `request` is native JSON here, and base64url of its canonical
 * JSON there, which is what the challenge's id covers.
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
  return { kind: 'problem', problem: new Problem('malformed_payment', `${field} must be ${expected}.`, { field, expected }) }
}

/** The same problem in the words of somebody who sent no headers. */
function renamed(problem: Problem, carried: ReadonlyMap<string, string>): Problem {
  const { field } = problem.options
  const words = (text: string) =>
    [headerNames.x402, headerNames.mpp]
      .filter(({ header }) => carried.has(header.toLowerCase()))
      .reduce((said, { header, key }) => said.replaceAll(header, `_meta["${key}"]`), text)
  return new Problem(problem.code, words(problem.message), { ...problem.options, ...(field === undefined ? {} : { field: words(field) }) })
}

function base64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64')
}

function base64Url(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64url')
}
