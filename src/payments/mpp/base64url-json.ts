import { isUtf8 } from 'node:buffer'
import { canonicalJson } from '../../shared/canonical-json.ts'
import { type JsonFault, type JsonLimits, scanJson } from '../wire/scan-json.ts'

export type Base64UrlJsonFault =
  | { readonly fault: 'too_long' | 'empty' | 'padded' | 'standard_base64' | 'not_base64' | 'not_utf8' | 'not_json' | 'not_object' }
  | JsonFault

export type Base64UrlJsonResult =
  | { readonly ok: true; readonly value: Readonly<Record<string, unknown>>; readonly bytes: Uint8Array }
  | ({ readonly ok: false } & Base64UrlJsonFault)

export interface Base64UrlJsonLimits extends JsonLimits {
  /** Characters of base64url. */
  readonly characters: number
}

const urlSafe = /^[A-Za-z0-9_-]+$/
const anyBase64 = /^[A-Za-z0-9+/_-]+={0,2}$/

/** Base64url without padding of the canonical JSON (RFC 8785) of a value. */
export function encodeCanonical(value: unknown): string {
  return Buffer.from(canonicalJson(value), 'utf8').toString('base64url')
}

/** Base64url without padding of the JSON of a value, with its members in their order. */
export function encodeInOrder(value: unknown): string {
  return Buffer.from(JSON.stringify(value), 'utf8').toString('base64url')
}

/**
 * Reads base64url without padding of a JSON object: the form of all MPP headers. Bytes must be UTF-8; see `scan-json.ts` for what
 * the JSON may not hold. Never throws, and its work is proportional to `limits.characters` at most.
 */
export function decodeBase64UrlJson(text: string, limits: Base64UrlJsonLimits): Base64UrlJsonResult {
  if (text.length > limits.characters) return { ok: false, fault: 'too_long' }
  if (text === '') return { ok: false, fault: 'empty' }
  const bytes = Buffer.from(text, 'base64url')
  // A text that encodes to itself again is valid. Only any other text is checked character by character, which is slower.
  if (bytes.toString('base64url') !== text) {
    if (!urlSafe.test(text)) return { ok: false, fault: alphabetFault(text) }
    if (text.length % 4 === 1) return { ok: false, fault: 'not_base64' }
  }
  if (!isUtf8(bytes)) return { ok: false, fault: 'not_utf8' }
  const json = bytes.toString('utf8')
  const value = parse(json)
  if (value === undefined) return { ok: false, fault: 'not_json' }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return { ok: false, fault: 'not_object' }
  const fault = scanJson(json, limits)
  return fault ? { ok: false, ...fault } : { ok: true, value: value as Record<string, unknown>, bytes }
}

function alphabetFault(text: string): 'padded' | 'standard_base64' | 'not_base64' {
  if (!anyBase64.test(text)) return 'not_base64'
  return /[+/]/.test(text) ? 'standard_base64' : 'padded'
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
