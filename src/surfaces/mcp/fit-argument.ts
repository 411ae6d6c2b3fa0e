import { jsonFault } from '../http/json-fault.ts'
import { isJsonObject, type JsonObject } from './json-object.ts'

/**
 * An argument as its schema has it, where a host sent it in another form: numbers, truth values, lists and objects as text, and numbers as
 * numbers where a text is expected. What can't be read so stays as it came, and the schema says what is wrong with it.
 * @param definitions the `$defs` that references point at
 */
export function fitArgument(value: unknown, schema: unknown, definitions: JsonObject = {}): unknown {
  return fit(value, [schema], definitions)
}

function fit(value: unknown, schemas: readonly unknown[], definitions: JsonObject): unknown {
  const plain = schemas.flatMap((schema) => plainSchemas(schema, definitions, 0))
  const types = new Set(plain.flatMap(({ type }) => (type === undefined ? [] : type) as string | string[]))
  if (typeof value === 'string' && types.size > 0 && !types.has('string')) {
    const read = readText(value, types)
    return read === undefined ? value : fitMembers(read, plain, definitions)
  }
  if ((typeof value === 'number' || typeof value === 'boolean') && types.size === 1 && types.has('string')) return String(value)
  return fitMembers(value, plain, definitions)
}

function fitMembers(value: unknown, plain: readonly JsonObject[], definitions: JsonObject): unknown {
  if (Array.isArray(value)) {
    const items = plain.flatMap((schema) => (isJsonObject(schema['items']) ? [schema['items']] : []))
    return items.length === 0 ? value : value.map((one) => fit(one, items, definitions))
  }
  if (!isJsonObject(value)) return value
  const members = Object.entries(value).map(([name, one]) => {
    const known = plain.flatMap(({ properties }) => (isJsonObject(properties) && Object.hasOwn(properties, name) ? [properties[name]] : []))
    return [name, known.length === 0 ? one : fit(one, known, definitions)]
  })
  return Object.fromEntries(members) as JsonObject
}

const number = /^-?\d{1,15}(?:\.\d{1,15})?$/

/** Undefined where it is none of these types. */
function readText(text: string, types: ReadonlySet<string>): unknown {
  const trimmed = text.trim()
  if ((types.has('number') || types.has('integer')) && number.test(trimmed)) return Number(trimmed)
  if (types.has('boolean') && /^(?:true|false)$/i.test(trimmed)) return trimmed.toLowerCase() === 'true'
  if (types.has('null') && (trimmed === '' || trimmed === 'null')) return null
  const json = (types.has('array') && trimmed.startsWith('[')) || (types.has('object') && trimmed.startsWith('{'))
  if (!json || jsonFault(Buffer.from(trimmed, 'utf8')) !== null) return undefined
  try {
    return JSON.parse(trimmed) as unknown
  } catch {
    return undefined
  }
}

/** Alternatives and references are followed so far. */
const maxNesting = 8

/** The schemas that a value may follow, without alternatives and references. */
function plainSchemas(schema: unknown, definitions: JsonObject, depth: number): JsonObject[] {
  if (!isJsonObject(schema) || depth > maxNesting) return []
  const { $ref: reference, anyOf, oneOf, allOf, ...rest } = schema
  const name = typeof reference === 'string' ? reference.replace('#/$defs/', '') : null
  const inner = [name === null ? [] : definitions[name], anyOf ?? [], oneOf ?? [], allOf ?? []].flat()
  return [rest, ...inner.flatMap((one) => plainSchemas(one, definitions, depth + 1))]
}
