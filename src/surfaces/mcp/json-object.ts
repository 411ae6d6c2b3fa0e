/** A JSON object as it was parsed. Read its members with `member` of the wire codecs, which sees own members only. */
export type JsonObject = Readonly<Record<string, unknown>>

export function isJsonObject(value: unknown): value is JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
