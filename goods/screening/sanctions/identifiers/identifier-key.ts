import type { IdentifierKind } from './identifier-kinds.ts'
import { plainText } from './read-numbers.ts'

/** Shorter ones are the numbers of very many. */
const minLength = 4

/**
 * The forms in which a number is compared: letters and digits alone, in upper case. A branch's BIC has its bank's too, and a tax number
 * with its country has the one without. Empty where nothing is left.
 */
export function identifierKeys(text: string, kind: IdentifierKind | null): string[] {
  return formsOf(plainText(text).trim(), kind).filter((key) => key.length >= minLength)
}

function formsOf(text: string, kind: IdentifierKind | null): string[] {
  if (kind === 'email') return [text.toLowerCase()]
  if (kind === 'website') return [siteOf(text)]
  const key = text.toUpperCase().replace(/[^\p{L}\p{N}]+/gu, '')
  if (kind === 'imo') return [key.replace(/^\D+/, '')]
  if (kind === 'phone') return [key.replace(/^00/, '')]
  const isBic = (kind === null || kind === 'bic') && /^[A-Z]{6}[A-Z0-9]{5}$/.test(key)
  if (isBic) return [key, key.slice(0, 8)]
  const isNational = (kind === null || kind === 'tax_number' || kind === 'register_number') && /^[A-Z]{2}\d{7,14}$/.test(key)
  return isNational ? [key, key.slice(2)] : [key]
}

/** A site's address without what people leave out: scheme, `www.`, last slash. */
function siteOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/[/.]+$/, '')
}
