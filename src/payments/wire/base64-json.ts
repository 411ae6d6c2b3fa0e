import { isUtf8 } from 'node:buffer'
import { type MembersToRead, shortenJson } from './shorten-json.ts'
import { type JsonFault, type JsonLimits, scanJson } from './scan-json.ts'

export interface Base64JsonLimits extends JsonLimits {
  /** Characters of base64. */
  readonly characters: number
}

export type Base64JsonFault =
  | {
      readonly fault:
        | 'too_long'
        | 'empty'
        | 'raw_json'
        | 'url_safe'
        | 'not_base64'
        | 'not_utf8'
        | 'not_json'
        | 'not_object'
        | 'nested_base64'
    }
  | JsonFault

export type Base64JsonResult =
  | { readonly ok: true; readonly value: Readonly<Record<string, unknown>>; readonly bytes: Uint8Array }
  | ({ readonly ok: false } & Base64JsonFault)

const standard = /^[A-Za-z0-9+/]+={0,2}$/
const urlSafe = /^[A-Za-z0-9_-]+={0,2}$/

/** Standard base64 of the UTF-8 JSON text of a value: the form of all x402 headers. */
export function encodeBase64Json(value: unknown): string {
  return Buffer.from(JSON.stringify(value), 'utf8').toString('base64')
}

/** Standard base64 of JSON that came as a header value. Header values are bytes, one character each; a character above Latin-1 can't come over HTTP. */
export function jsonInBase64(text: string): string {
  const bytes = Buffer.from(text, 'latin1')
  return (bytes.toString('latin1') === text ? bytes : Buffer.from(text, 'utf8')).toString('base64')
}

/**
 * Reads standard base64 of a JSON object, as strictly as the official SDK and stricter: missing padding is
 * tolerated, URL-safe base64 is not; bytes must be UTF-8; see `scan-json.ts` for what the JSON may not hold.
 * Never throws, and its work is proportional to `limits.characters` at most. Where `read` is given, members that are not in it
 * may have any value in the result.
 */
export function decodeBase64Json(text: string, limits: Base64JsonLimits, read: MembersToRead | null = null): Base64JsonResult {
  if (text.length > limits.characters) return { ok: false, fault: 'too_long' }
  if (text === '') return { ok: false, fault: 'empty' }
  const bytes = decodeBase64(text)
  if (bytes === null) {
    if (text.trimStart().startsWith('{')) return { ok: false, fault: 'raw_json' }
    return { ok: false, fault: urlSafe.test(text) && !standard.test(text) ? 'url_safe' : 'not_base64' }
  }
  if (!isUtf8(bytes)) return { ok: false, fault: 'not_utf8' }
  const short = read === null ? null : shortenJson(bytes, limits, read)
  if (short !== null) return { ok: true, value: JSON.parse(short) as Record<string, unknown>, bytes }
  const json = bytes.toString('utf8')
  const value = parse(json)
  if (value === undefined || typeof value === 'string')
    return { ok: false, fault: looksNested(value ?? json) ? 'nested_base64' : 'not_json' }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return { ok: false, fault: 'not_object' }
  const fault = scanJson(json, limits)
  if (fault) return { ok: false, ...fault }
  return { ok: true, value: value as Record<string, unknown>, bytes }
}

/**
 * Null for anything but standard base64. Node skips characters that are not base64, accepts the URL-safe alphabet, and takes the
 * lower byte of a character beyond Latin-1. These checks of lengths find all three faster than a pattern over each character.
 */
function decodeBase64(text: string): Buffer | null {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const digits = text.length - padding
  if (digits === 0 || digits % 4 === 1 || (padding > 0 && text.length % 4 !== 0)) return null
  if (text.includes('-') || text.includes('_') || Buffer.byteLength(text) !== text.length) return null
  const bytes = Buffer.from(text, 'base64')
  return bytes.length === Math.floor((digits * 3) / 4) ? bytes : null
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** Whether it is base64 that was encoded twice. */
function looksNested(text: string): boolean {
  const inner = decodeBase64(text.trim())
  return inner !== null && inner.subarray(0, 16).toString('latin1').trimStart().startsWith('{')
}
