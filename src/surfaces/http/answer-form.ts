import { briefBody } from '../../offers/brief/brief-answer.ts'
import type { Detail } from '../../offers/brief/detail.ts'
import { readDocument } from '../../offers/document-answer.ts'
import type { AnyOffer } from '../../offers/offer.ts'
import { documentTypeAsked } from './accept-document.ts'

/** The form in which an answer is sent. */
export interface AnswerForm {
  readonly contentType: string
  readonly body: Uint8Array
  /** More headers, names and values in turn. */
  readonly more: readonly string[]
}

/** Proxies give 4 KB to all headers of an answer, and receipts need some of it. */
const maxRestChars = 3_000

/**
 * The stored JSON, its short form, or the document in it where the Accept header asks for its type. A type that the document
 * is not of is no error, since the answer may be paid for: its caller gets JSON.
 */
export function formOfAnswer(
  { contentType, body }: { readonly contentType: string; readonly body: Uint8Array },
  offer: Pick<AnyOffer, 'brief' | 'document'>,
  { detail, accept }: { readonly detail: Detail; readonly accept: string | null },
): AnswerForm {
  if (detail === 'brief') return { contentType, body: briefBody(offer, body), more: [] }
  const types = offer.document?.types ?? []
  if (types.length === 0) return { contentType, body, more: [] }
  const vary = ['Vary', 'Accept']
  const json = { contentType, body, more: vary }
  const asked = types.filter((type) => documentTypeAsked(accept, type))
  const document = asked.length === 0 ? null : readDocument(body, asked)
  if (!document) return json
  return { contentType: document.mimeType, body: document.bytes, more: [...vary, 'X-Answer', restAsHeader(document.rest)] }
}

/** The other members of the answer as JSON in ASCII; the longest ones are left out and named where it would be too long. */
function restAsHeader(rest: Readonly<Record<string, unknown>>): string {
  const members = Object.entries(rest).map(([name, value]) => ({ name, length: asciiJson(value).length }))
  const longestFirst = members.toSorted((one, other) => other.length - one.length).map(({ name }) => name)
  for (let leftOut = 0; ; leftOut++) {
    const omitted = longestFirst.slice(0, leftOut)
    const kept = Object.fromEntries(Object.entries(rest).filter(([name]) => !omitted.includes(name)))
    const header = asciiJson(omitted.length === 0 ? kept : { ...kept, omitted })
    if (header.length <= maxRestChars || leftOut === longestFirst.length) return header
  }
}

function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(/[\u007f-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
