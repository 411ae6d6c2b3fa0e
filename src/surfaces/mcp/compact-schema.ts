import { detailParameter } from '../../offers/brief/detail.ts'
import { keyArgument } from './tool-input.ts'
import { isJsonObject, type JsonObject } from './json-object.ts'
import { portableSchema } from './portable-schema.ts'

/** What the service checks anyway, and what a model needs no words for. */
const leftOut = new Set(
  'pattern format minLength maxLength minItems maxItems minimum maximum exclusiveMinimum exclusiveMaximum additionalProperties propertyNames default examples'.split(
    ' ',
  ),
)
/** What the instructions of the server say of all tools at once. */
const explained = new Set([keyArgument])
/** Longer examples say no more than the description. */
const maxExampleCharacters = 24

/**
 * The schema of a tool's arguments as models get it with every request: names, types, choices and descriptions. Patterns, limits
 * and defaults are left out: they cost a third of the tokens, and a refused call names them. Only a required argument without a description
 * has an example.
 */
export function compactSchema(schema: JsonObject): JsonObject {
  const required = new Set((schema['required'] ?? []) as readonly string[])
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, unknown>>
  const shown = Object.entries(properties).flatMap(([name, member]): [string, unknown][] => {
    if (name === detailParameter) return [[name, { type: 'string', enum: ['brief'] }]]
    if (!isJsonObject(member) || explained.has(name)) return [[name, isJsonObject(member) ? { type: member['type'] } : member]]
    // With one possible value, leaving it out means the same.
    if ('const' in member && !required.has(name)) return []
    return [[name, { ...compact(member), ...(required.has(name) ? shortExamples(member) : {}) }]]
  })
  return portableSchema({ ...compact(schema), properties: Object.fromEntries(shown) })
}

function compact(schema: JsonObject): JsonObject {
  const kept = Object.entries(sameType(schema)).flatMap(([name, value]): [string, unknown][] => {
    if (leftOut.has(name)) return []
    if (name === 'properties' || name === '$defs') return [[name, eachMember(value)]]
    if (name === 'items') return [[name, isJsonObject(value) ? compact(value) : value]]
    if (name === 'anyOf' || name === 'oneOf') return [[name, (value as readonly JsonObject[]).map(compact)]]
    return [[name, value]]
  })
  return Object.fromEntries(kept)
}

function eachMember(members: unknown): JsonObject {
  return Object.fromEntries(
    Object.entries(members as Readonly<Record<string, unknown>>).map(([name, one]) => [name, isJsonObject(one) ? compact(one) : one]),
  )
}

/** Texts of several forms are one text to a model: the description says which forms there are. */
function sameType(schema: JsonObject): JsonObject {
  const { anyOf, ...rest } = schema
  const isText =
    Array.isArray(anyOf) && anyOf.every((one) => isJsonObject(one) && one['type'] === 'string' && !('enum' in one || 'const' in one))
  return isText && 'description' in rest ? { ...rest, type: 'string' } : schema
}

function shortExamples({ examples, description }: JsonObject): JsonObject {
  return description === undefined && Array.isArray(examples) && JSON.stringify(examples[0]).length <= maxExampleCharacters
    ? { examples: examples.slice(0, 1) }
    : {}
}
