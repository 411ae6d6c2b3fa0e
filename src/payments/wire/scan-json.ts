/** Limits on JSON that clients send. */
export interface JsonLimits {
  readonly depth: number
  /** Members of objects and items of arrays, in total. */
  readonly members: number
}

export type JsonFault =
  | { readonly fault: 'too_deep' }
  | { readonly fault: 'too_many_members' }
  | { readonly fault: 'duplicate_key'; readonly key: string }
  | { readonly fault: 'forbidden_key'; readonly key: string }

export const forbiddenNames: readonly string[] = ['__proto__', 'constructor', 'prototype']
const forbidden = new Set(forbiddenNames)

const quote = 0x22
const backslash = 0x5c
const openBrace = 0x7b
const closeBrace = 0x7d
const openBracket = 0x5b
const closeBracket = 0x5d
const comma = 0x2c
const colon = 0x3a

/**
 * Scans the text of *valid* JSON (`JSON.parse` accepted it) for what `JSON.parse` hides or accepts: a key that comes twice in one
 * object, keys that reach a prototype, and too much depth or breadth. One pass, without copying any string but keys.
 */
export function scanJson(text: string, limits: JsonLimits): JsonFault | null {
  // One entry per open container: the keys of an object, null for an array.
  const open: (Set<string> | null)[] = []
  let members = 0
  let stringStart = -1
  let stringEnd = -1

  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      stringStart = at
      at = endOfString(text, at)
      stringEnd = at
    } else if (code === colon) {
      // Text that is no JSON may have colons without a key: read from the last string, they would cost the whole text each.
      if (stringEnd < 0) continue
      const key = keyOf(text, stringStart, stringEnd)
      stringEnd = -1
      if (forbidden.has(key)) return { fault: 'forbidden_key', key }
      const keys = open[open.length - 1]
      if (!keys) continue
      if (keys.has(key)) return { fault: 'duplicate_key', key: key.slice(0, 64) }
      keys.add(key)
    } else if (code === comma) {
      if (++members > limits.members) return { fault: 'too_many_members' }
    } else if (code === openBrace || code === openBracket) {
      if (open.length >= limits.depth) return { fault: 'too_deep' }
      if (++members > limits.members) return { fault: 'too_many_members' }
      open.push(code === openBrace ? new Set() : null)
    } else if (code === closeBrace || code === closeBracket) {
      open.pop()
    }
  }
  return null
}

/** Index of the quote that closes the string which begins at `start`. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end === -1 ? text.length : end
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0
  while (text.charCodeAt(at - 1 - backslashes) === backslash) backslashes++
  return backslashes % 2 === 1
}

function keyOf(text: string, start: number, end: number): string {
  const raw = text.slice(start + 1, end)
  return raw.includes('\\') ? (JSON.parse(text.slice(start, end + 1)) as string) : raw
}
