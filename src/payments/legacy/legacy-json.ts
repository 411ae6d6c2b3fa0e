import { type Base64JsonFault, decodeBase64Json } from '../x402/base64-json.ts'
import { Problem } from '../../shared/problems.ts'

/** Longest X-PAYMENT that is looked at, in characters. */
const maxLegacyHeader = 8192
const limits = { depth: 32, members: 1000 }
const header = 'X-PAYMENT'

export interface LegacyJson {
  readonly value: Readonly<Record<string, unknown>>
  /** The JSON text as UTF-8, whichever way it came. */
  readonly bytes: Uint8Array
}

/**
 * The JSON object in X-PAYMENT, which is written as it is or in standard base64.
 * @throws Problem `malformed_payment`, `several_payments` or `header_too_large`
 */
export function readLegacyJson(text: string): LegacyJson {
  if (text.length > maxLegacyHeader) throw headerTooLarge()
  const trimmed = text.trim()
  const raw = trimmed.startsWith('{')
  if (!raw && trimmed.includes(',')) throw sentTwice()
  const decoded = decodeBase64Json(raw ? encoded(trimmed) : trimmed, { ...limits, characters: 2 * maxLegacyHeader })
  if (decoded.ok) return { value: decoded.value, bytes: decoded.bytes }
  // Two headers of one name arrive as one, joined by a comma.
  if (raw && decoded.fault === 'not_json' && /\}\s*,\s*\{/.test(trimmed)) throw sentTwice()
  throw malformed(header, decoded)
}

/**
 * The JSON object in base64 that stands in a member, with every number as the text in which it was written: 7500 and
 * 7500.0 are one number to JSON, and two amounts to us.
 * @throws Problem `malformed_payment`
 */
export function readInnerJson(text: string, field: string): Readonly<Record<string, unknown>> {
  const decoded = decodeBase64Json(text, { ...limits, characters: maxLegacyHeader })
  if (!decoded.ok) throw malformed(field, decoded)
  return JSON.parse(Buffer.from(decoded.bytes).toString('utf8'), numbersAsWritten as Reviver) as Record<string, unknown>
}

type Reviver = (name: string, value: unknown) => unknown

// ECMAScript hands the source text of primitives to revivers; the compiler's library does not know of it yet.
function numbersAsWritten(_name: string, value: unknown, context: { readonly source?: string }): unknown {
  return typeof value === 'number' ? new NumberText(context.source ?? '') : value
}

/** A JSON number as it was written. */
export class NumberText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** Header values are bytes, one character each; anything above that never came over HTTP. */
function encoded(text: string): string {
  const bytes = Buffer.from(text, 'latin1')
  return (bytes.toString('latin1') === text ? bytes : Buffer.from(text, 'utf8')).toString('base64')
}

function headerTooLarge(): Problem {
  return new Problem('header_too_large', `${header} is longer than ${maxLegacyHeader} characters.`, {
    field: header,
    expected: `at most ${maxLegacyHeader} characters`,
  })
}

function sentTwice(): Problem {
  return new Problem('several_payments', `${header} came more than once; send it once.`, { field: header })
}

function malformed(field: string, fault: Base64JsonFault): Problem {
  return new Problem('malformed_payment', `${field} ${faultText(fault)}`, {
    field,
    expected: field === header ? 'a JSON object, as it is or in standard base64 (x402 version 1)' : 'standard base64 of a JSON object',
    extra: { fault: fault.fault },
  })
}

function faultText(fault: Base64JsonFault): string {
  switch (fault.fault) {
    case 'too_long':
      return 'is too long.'
    case 'empty':
      return 'is empty.'
    case 'raw_json':
      return 'holds JSON as it is; encode it as standard base64.'
    case 'url_safe':
      return 'is URL-safe base64; use the standard alphabet with "+" and "/".'
    case 'not_base64':
      return 'is not standard base64.'
    case 'not_utf8':
      return 'does not decode to UTF-8 text.'
    case 'not_json':
      return 'does not decode to JSON.'
    case 'not_object':
      return 'decodes to JSON that is not an object.'
    case 'nested_base64':
      return 'decodes to base64 again; encode the JSON once only.'
    case 'too_deep':
      return `is nested deeper than ${limits.depth} levels.`
    case 'too_many_members':
      return `has more than ${limits.members} members.`
    case 'duplicate_key':
      return 'names a member twice in one object.'
    case 'forbidden_key':
      return `has a member named ${fault.key}, which is not allowed.`
  }
}
