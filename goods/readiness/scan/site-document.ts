import type { SiteAnswer, SiteReading } from '../../../src/goods/kit/sites.ts'

/** What is at an address of the site. `unreadable` is never the fault of the document: we could not see it. */
export type SiteDocument =
  | {
      readonly kind: 'found'
      readonly url: string
      readonly mediaType: string | null
      readonly text: string
      readonly ms: number
      header(name: string): string | null
    }
  | { readonly kind: 'absent'; readonly status: number }
  /** Why, in words of ours. */
  | { readonly kind: 'unreadable'; readonly reason: string }

/** robots.txt does not allow us to ask. */
export interface Forbidden {
  readonly kind: 'failed'
  readonly reason: 'forbidden'
}

const utf8 = new TextDecoder('utf-8')
const unreadableStatuses = new Set([401, 403, 407, 408, 425, 429])

export function documentOf(reading: SiteReading | Forbidden): SiteDocument {
  if (reading.kind === 'failed') return { kind: 'unreadable', reason: wordsFor(reading.reason) }
  const { answer, ms } = reading
  const { status } = answer
  if (status >= 200 && status < 300) {
    const text = utf8.decode(answer.body)
    return { kind: 'found', url: answer.url, mediaType: answer.mediaType, text, ms, header: (name) => answer.list(name) }
  }
  if (status >= 500 || unreadableStatuses.has(status)) return { kind: 'unreadable', reason: `status ${status}` }
  return { kind: 'absent', status }
}

function wordsFor(reason: string): string {
  if (reason === 'forbidden') return 'robots.txt forbids us to read this address'
  if (reason === 'budget') return 'the scan had no request or no time left'
  return `not read: ${reason.replaceAll('_', ' ')}`
}

const htmlStart = /^\s*(?:<!doctype html|<html|<head|<!--)/i

/** Whether the document is a page, whatever type it declares: single-page sites answer every address with one. */
export function isPage(document: Extract<SiteDocument, { kind: 'found' }>): boolean {
  return document.mediaType === 'text/html' || document.mediaType === 'application/xhtml+xml' || htmlStart.test(document.text.slice(0, 512))
}

type Found = Extract<SiteDocument, { kind: 'found' }>

/** Parsed once, since several checks read the same large documents in one turn of the event loop. */
const parsedDocuments = new WeakMap<Found, Readonly<Record<string, unknown>> | null>()

/** The JSON object that a document holds; null where it holds none. */
export function jsonOf(document: Found): Readonly<Record<string, unknown>> | null {
  const known = parsedDocuments.get(document)
  if (known !== undefined) return known
  const value = jsonObject(document.text)
  parsedDocuments.set(document, value)
  return value
}

/** Far deeper than any documented document. */
const maxDepth = 64

/** Whether brackets outside of strings are nested too deeply: a parser takes long for such texts. */
function isTooDeep(text: string): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === 0x22) {
      at++
      while (at < text.length && text.charCodeAt(at) !== 0x22) at += text.charCodeAt(at) === 0x5c ? 2 : 1
    } else if (unit === 0x7b || unit === 0x5b) {
      if (++depth > maxDepth) return true
    } else if (unit === 0x7d || unit === 0x5d) depth--
  }
  return false
}

/** The JSON of a text; undefined where it is none, or nested too deeply: code that walks such a value runs out of stack. */
export function jsonValue(text: string): unknown {
  if (isTooDeep(text)) return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** The JSON object of a text; null where it is none, or nested too deeply. */
export function jsonObject(text: string): Readonly<Record<string, unknown>> | null {
  const value = jsonValue(text)
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : null
}

/** The status and headers of an answer that is no document, such as a 402. */
export type RawAnswer =
  | { readonly kind: 'answered'; readonly answer: SiteAnswer }
  | { readonly kind: 'unreadable'; readonly reason: string }

export function rawAnswer(reading: SiteReading | Forbidden): RawAnswer {
  return reading.kind === 'answered'
    ? { kind: 'answered', answer: reading.answer }
    : { kind: 'unreadable', reason: wordsFor(reading.reason) }
}
