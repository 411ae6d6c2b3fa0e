import { z } from 'zod'
import { documentData, quantity } from './answer-figures.ts'

/** The media types of the documents that an offer may answer with. */
export type DocumentType = 'image/svg+xml' | 'image/png' | 'image/jpeg' | 'image/webp' | 'application/pdf'

/** A picture or a document, as a product makes it. */
export interface MadeDocument<T extends DocumentType = DocumentType> {
  readonly mimeType: T
  readonly bytes: Uint8Array
}

/** The document of a stored answer, with its other members. */
export interface StoredDocument extends MadeDocument {
  /** What is in `data`: text for SVG, base64 for all others. */
  readonly data: string
  readonly isText: boolean
  readonly rest: Readonly<Record<string, unknown>>
}

/** The members of an answer that hold its document. They stand at the top of the answer. */
export function documentMembers<const T extends readonly [DocumentType, ...DocumentType[]]>(types: T) {
  return {
    mimeType: z.enum(types).describe('Media type of the document'),
    bytes: quantity.describe('Size of the document'),
    data: documentData.describe('The document: base64, or the text itself where mimeType is image/svg+xml'),
  }
}

/** The document as members of an answer. `bytes` counts the document, not its base64. */
export function documentAnswer<T extends DocumentType>({ mimeType, bytes }: MadeDocument<T>) {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(isTextual(mimeType) ? 'utf8' : 'base64')
  return { mimeType, bytes: bytes.byteLength, data }
}

/** Reads the document of an answer that was made with `documentAnswer`, in JSON; null for any other JSON. */
export function readDocument(body: Uint8Array, types: readonly DocumentType[]): StoredDocument | null {
  const answer = JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8')) as unknown
  if (typeof answer !== 'object' || answer === null) return null
  const { data, ...rest } = answer as Readonly<Record<string, unknown>>
  const mimeType = types.find((type) => type === rest['mimeType'])
  if (mimeType === undefined || typeof data !== 'string') return null
  const isText = isTextual(mimeType)
  return { mimeType, bytes: Buffer.from(data, isText ? 'utf8' : 'base64'), data, isText, rest }
}

function isTextual(type: DocumentType): boolean {
  return type === 'image/svg+xml'
}
