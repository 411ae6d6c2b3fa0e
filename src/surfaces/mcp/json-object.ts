/** A JSON object as it was parsed; read its members by `member` of the wire codecs, which sees own ones only. */
export type JsonObject = Readonly<Record<string, unknown>>

export function isJsonObject(value: unknown): value is JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
