import { decodeBase64Json, jsonInBase64 } from '../wire/base64-json.ts'
import { malformedJson } from '../wire/malformed-json.ts'
import { Problem } from '../../shared/problems.ts'

/** Longest X-PAYMENT that is read, in characters. */
const maxHeader = 8192
/** Raw JSON is brought to base64 first, which makes it longer. */
const limits = { characters: 2 * maxHeader, depth: 32, members: 1000 }
const header = 'X-PAYMENT'

export interface HeaderJson {
  readonly value: Readonly<Record<string, unknown>>
  /** The JSON text as UTF-8: the same for both ways of writing it. */
  readonly bytes: Uint8Array
}

/**
 * The JSON object in X-PAYMENT, written as JSON or as standard base64 of it.
 * @throws Problem `malformed_payment`, `several_payments` or `header_too_large`
 */
export function readHeaderJson(text: string): HeaderJson {
  if (text.length > maxHeader) throw headerTooLarge()
  const trimmed = text.trim()
  const raw = trimmed.startsWith('{')
  if (!raw && trimmed.includes(',')) throw sentTwice()
  const decoded = decodeBase64Json(raw ? jsonInBase64(trimmed) : trimmed, limits)
  if (decoded.ok) return { value: decoded.value, bytes: decoded.bytes }
  // Two headers of one name arrive as one, joined by a comma; the same text twice was taken apart before.
  if (raw && decoded.fault === 'not_json' && /\}\s*,\s*\{/.test(trimmed)) throw sentTwice()
  throw malformedJson(header, 'a JSON object, as it is or in standard base64 (x402 version 1)', decoded, limits)
}

function headerTooLarge(): Problem {
  return new Problem('header_too_large', `${header} is longer than ${maxHeader} characters.`, {
    field: header,
    expected: `at most ${maxHeader} characters`,
  })
}

function sentTwice(): Problem {
  return new Problem('several_payments', `${header} came more than once; send it once.`, { field: header })
}
