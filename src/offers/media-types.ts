/** `type/subtype`, then parameters in printable ASCII: RFC 9110, section 8.3.1. Characters. */
const pattern = /^([a-z0-9!#$&^_.+-]{1,80}\/[a-z0-9!#$&^_.+-]{1,80})[ \t]*(?:;[ -~\t]{0,200})?$/i

/** The media type in a Content-Type, in lower case and without its parameters; null where it can't be read. */
export function mediaTypeOf(contentType: string): string | null {
  return pattern.exec(contentType)?.[1]?.toLowerCase() ?? null
}

/** Whether a media type is the promised one, or of the promised range: `image/*`, or `*` with a slash and a star for all. */
export function fitsMediaType(promised: string, type: string): boolean {
  const range = promised.toLowerCase()
  if (range === '*/*') return true
  return range.endsWith('/*') ? type.startsWith(range.slice(0, -1)) : type === range
}

export function isJsonType(contentType: string): boolean {
  return /^application\/(?:[a-z0-9.+-]+\+)?json$/.test(mediaTypeOf(contentType) ?? '')
}

/** How programs read answers of these types: as JSON or as text where all of them are, as bytes otherwise. */
export function readingOf(types: readonly string[]): 'json' | 'text' | 'bytes' {
  if (types.every(isJsonType)) return 'json'
  return types.every(isTextType) ? 'text' : 'bytes'
}

/** Whether answers of this type are read as text: JSON, XML, events and everything under `text/`. */
export function isTextType(contentType: string): boolean {
  const type = mediaTypeOf(contentType) ?? ''
  return (
    type.startsWith('text/') ||
    isJsonType(type) ||
    /^application\/(?:javascript|ecmascript|xml|yaml|toml|sql|graphql|x-ndjson|jsonl|[a-z0-9.+-]+\+(?:xml|yaml))$|^image\/svg\+xml$/.test(
      type,
    )
  )
}

/** Of an answer that is the result of an MCP tool as its server gave it: a JSON object with `content`, and perhaps `structuredContent`. */
export const toolResultType = 'application/json; profile="mcp-tool-result"'
