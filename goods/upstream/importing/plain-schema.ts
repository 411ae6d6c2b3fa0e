import { resolvePointer, type JsonSchema } from '../file/json-schema.ts'

/** How deep a schema is copied; what is deeper may be anything. */
const maxDepth = 8
/** Characters of JSON. A longer schema is replaced by its type. */
const maxLength = 20_000
/** Words that check something or help a reader. Patterns of others are left out: a bad one can take a processor for minutes. */
const kept = new Set(
  'type properties required items enum const anyOf oneOf allOf minimum maximum exclusiveMinimum exclusiveMaximum minLength maxLength minItems maxItems title description format additionalProperties prefixItems'.split(
    ' ',
  ),
)

/** A schema of an OpenAPI document, 3.0 or 3.1, as JSON Schema that stands alone: references written out, notes left out. */
export function plainSchema(schema: unknown, document: unknown): JsonSchema {
  const made = copy(schema, document, [])
  const plain = (typeof made === 'object' && made !== null && !Array.isArray(made) ? made : {}) as JsonSchema
  if (JSON.stringify(plain).length <= maxLength) return plain
  return plain['type'] === undefined ? {} : { type: plain['type'] }
}

function copy(schema: unknown, document: unknown, within: readonly string[]): unknown {
  if (Array.isArray(schema)) return schema.map((one) => copy(one, document, within))
  if (typeof schema !== 'object' || schema === null) return schema
  const given = schema as Readonly<Record<string, unknown>>
  const { $ref } = given
  if (typeof $ref === 'string') {
    if (within.includes($ref) || within.length > maxDepth) return {}
    return copy(resolvePointer(document, $ref) ?? {}, document, [...within, $ref])
  }
  if (within.length > maxDepth) return {}
  const made: Record<string, unknown> = {}
  for (const [word, value] of Object.entries(given)) {
    if (!kept.has(word)) continue
    if (word === 'properties')
      made[word] = Object.fromEntries(Object.entries(value as object).map(([name, one]) => [name, copy(one, document, [...within, name])]))
    else if (word === 'description' || word === 'title') made[word] = String(value).slice(0, 300)
    else if (['items', 'anyOf', 'oneOf', 'allOf', 'additionalProperties', 'prefixItems'].includes(word))
      made[word] = copy(value, document, [...within, word])
    else made[word] = value
  }
  return modern(made, given['nullable'] === true)
}

/** OpenAPI 3.0 writes null and exclusive limits in ways of its own. */
function modern(schema: Record<string, unknown>, nullable: boolean): Record<string, unknown> {
  for (const [exclusive, limit] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (typeof schema[exclusive] !== 'boolean') continue
    if (schema[exclusive] && typeof schema[limit] === 'number') {
      schema[exclusive] = schema[limit]
      delete schema[limit]
    } else delete schema[exclusive]
  }
  if (nullable && typeof schema['type'] === 'string') schema['type'] = [schema['type'], 'null']
  if (nullable && Array.isArray(schema['enum']) && !schema['enum'].includes(null)) schema['enum'] = [...(schema['enum'] as unknown[]), null]
  return schema
}
