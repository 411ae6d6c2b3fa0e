import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { StoredAnswer } from '../../ledger/payments/payment.ts'
import { isJsonType, isTextType, mediaTypeOf, toolResultType } from '../../offers/media-types.ts'
import { countOf } from '../../shared/plural.ts'
import { isJsonObject } from './json-object.ts'

type Content = CallToolResult['content'][number]

/**
 * An answer of bytes by the rules of MCP: JSON and other text as text, an object in JSON as structured content too, a picture or a sound as
 * such, anything else as an embedded resource. A binary answer has words first, since some hosts read only the first part.
 * @param knowsAudio older clients reject sounds, and get a resource
 */
export function bytesResult(answer: StoredAnswer, offerId: string, knowsAudio: boolean): CallToolResult {
  const { status, contentType, headers, body } = answer
  const meta = { 'farthing/answer': { status, ...(status === 204 ? {} : { contentType }), ...(headers === undefined ? {} : { headers }) } }
  if (status === 204 || isTextType(contentType)) {
    const text = textOf(contentType, body)
    if (contentType === toolResultType) return { ...toolResult(text, offerId, knowsAudio), _meta: meta }
    const json: unknown = isJsonType(contentType) && body.byteLength > 0 ? JSON.parse(text) : null
    return { content: [{ type: 'text', text }], ...(isJsonObject(json) ? { structuredContent: json } : {}), _meta: meta }
  }
  const mimeType = mediaTypeOf(contentType) ?? 'application/octet-stream'
  const words = `${mimeType}, ${countOf(body.byteLength, 'byte')}`
  return { content: [{ type: 'text', text: words }, binaryContent(mimeType, body, offerId, knowsAudio)], _meta: meta }
}

/** A result of an MCP server behind the offer goes on as it came. */
function toolResult(text: string, offerId: string, knowsAudio: boolean): CallToolResult {
  const { content, structuredContent } = JSON.parse(text) as CallToolResult
  const parts = content.map((part) =>
    part.type === 'audio' ? binaryContent(part.mimeType, Buffer.from(part.data, 'base64'), offerId, knowsAudio) : part,
  )
  return { content: parts, ...(structuredContent === undefined ? {} : { structuredContent }) }
}

function binaryContent(mimeType: string, body: Uint8Array, offerId: string, knowsAudio: boolean): Content {
  const data = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('base64')
  if (mimeType.startsWith('image/')) return { type: 'image', data, mimeType }
  if (mimeType.startsWith('audio/') && knowsAudio) return { type: 'audio', data, mimeType }
  return { type: 'resource', resource: { uri: `farthing://answers/${offerId}`, mimeType, blob: data } }
}

/** Text in the character set that its media type names; in UTF-8 where it names none, or one that is unknown. */
export function textOf(contentType: string, body: Uint8Array): string {
  const charset = /;\s*charset="?([a-z0-9._:-]+)"?/i.exec(contentType)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(charset).decode(body)
  } catch {
    return new TextDecoder().decode(body)
  }
}
