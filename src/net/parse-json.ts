import { UpstreamGarbage } from './upstream-errors.ts'

/** Far deeper than any documented answer, and far from overflowing code that walks the value. */
const defaultDepth = 32

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** @throws UpstreamGarbage `not_text` for bytes that are not UTF-8. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch (error) {
    throw new UpstreamGarbage('not_text', error)
  }
}

/**
 * Parses JSON of an outsider. Its depth is measured before anything is built.
 * @throws UpstreamGarbage `not_text`, `not_json` or `too_deep`.
 */
export function parseJson(bytes: Uint8Array, maxDepth: number = defaultDepth): unknown {
  return parseJsonText(decodeText(bytes), maxDepth)
}

/** The same for text. @throws UpstreamGarbage `not_json` or `too_deep`. */
export function parseJsonText(text: string, maxDepth: number = defaultDepth): unknown {
  if (depthOf(text, maxDepth) > maxDepth) throw new UpstreamGarbage('too_deep')
  try {
    return JSON.parse(text) as unknown
  } catch {
    // The parser's message quotes the text, so it is dropped.
    throw new UpstreamGarbage('not_json')
  }
}

/** How deeply brackets are nested outside of strings; stops counting above `limit`. */
function depthOf(text: string, limit: number): number {
  let depth = 0
  let reached = 0
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit === 0x22) index = endOfString(text, index)
    else if (unit === 0x7b || unit === 0x5b) {
      if (++depth > reached) reached = depth
      if (reached > limit) return reached
    } else if (unit === 0x7d || unit === 0x5d) depth--
  }
  return reached
}

function endOfString(text: string, start: number): number {
  let index = start + 1
  while (index < text.length && text.charCodeAt(index) !== 0x22) index += text.charCodeAt(index) === 0x5c ? 2 : 1
  return index
}

/** Members of objects and items of arrays in the bytes of JSON: commas and opening brackets outside of texts. */
export function countMembers(bytes: Uint8Array): number {
  let members = 0
  let inText = false
  for (let index = 0; index < bytes.length; index++) {
    const unit = bytes[index]
    if (unit === 0x22) inText = !inText
    else if (inText && unit === 0x5c) index++
    else if (!inText && (unit === 0x2c || unit === 0x7b || unit === 0x5b)) members++
  }
  return members
}
