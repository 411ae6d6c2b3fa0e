import type { JsonSchema } from './json-schema.ts'

/** How deep an example goes. */
const maxDepth = 8

/**
 * A value that a JSON Schema most likely takes: its own example, default or first choice, else the simplest of its type, with the members
 * that are required.
 */
export function madeUpExample(schema: unknown, depth = 0): unknown {
  if (typeof schema !== 'object' || schema === null || depth > maxDepth) return {}
  const given = joined(schema as JsonSchema, depth)
  const { examples, enum: choices, const: only, default: usual } = given
  if (only !== undefined) return only
  if (Array.isArray(examples) && examples.length > 0) return examples[0]
  if (given['example'] !== undefined) return given['example']
  if (usual !== undefined) return usual
  if (Array.isArray(choices) && choices.length > 0) return choices[0]
  return ofType(given, depth)
}

/** A schema together with all forms of it that count, and with the first of those that it may have. */
function joined(schema: JsonSchema, depth: number): JsonSchema {
  const { allOf, anyOf, oneOf, ...own } = schema
  const forms = [...listOf(allOf), ...listOf(anyOf).slice(0, 1), ...listOf(oneOf).slice(0, 1)]
  if (forms.length === 0 || depth > maxDepth) return own
  const parts = [...forms.map((form) => joined(form, depth + 1)), own]
  const whole: Record<string, unknown> = Object.assign({}, ...parts)
  // An example of one part lacks the members of the others.
  if (parts.filter((part) => part['properties'] !== undefined).length > 1)
    for (const word of ['example', 'examples', 'default']) delete whole[word]
  const required = parts.flatMap((part) => (Array.isArray(part['required']) ? (part['required'] as readonly string[]) : []))
  return { ...whole, properties: Object.assign({}, ...parts.map((part) => part['properties'])) as object, required: [...new Set(required)] }
}

function listOf(forms: unknown): readonly JsonSchema[] {
  return Array.isArray(forms) ? (forms as JsonSchema[]) : []
}

function ofType(schema: JsonSchema, depth: number): unknown {
  const type = Array.isArray(schema['type']) ? (schema['type'] as unknown[])[0] : schema['type']
  switch (type) {
    case 'string':
      return textOf(schema)
    case 'integer':
    case 'number':
      return numberOf(schema)
    case 'boolean':
      return true
    case 'null':
      return null
    case 'array':
      return Array.from({ length: Math.min(Number(schema['minItems'] ?? 0), 10) }, () => madeUpExample(schema['items'], depth + 1))
    default:
      return objectOf(schema, depth)
  }
}

function objectOf({ properties = {}, required = [] }: JsonSchema, depth: number): Record<string, unknown> {
  const all = properties as Readonly<Record<string, unknown>>
  return Object.fromEntries((required as readonly string[]).map((name) => [name, madeUpExample(all[name], depth + 1)]))
}

const formats: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  email: 'somebody@example.com',
  uri: 'https://example.com',
  url: 'https://example.com',
  uuid: '00000000-0000-4000-8000-000000000000',
}

function textOf({ format, minLength, maxLength }: JsonSchema): string {
  const text = formats[String(format)] ?? 'example'
  return text.padEnd(Math.min(Number(minLength ?? 0), 1_000), 'x').slice(0, Number(maxLength ?? Number.POSITIVE_INFINITY))
}

function numberOf({ minimum, exclusiveMinimum, maximum, multipleOf }: JsonSchema): number {
  const least = typeof minimum === 'number' ? minimum : typeof exclusiveMinimum === 'number' ? exclusiveMinimum + 1 : 1
  const number = typeof maximum === 'number' && maximum < least ? maximum : least
  return typeof multipleOf === 'number' && multipleOf > 0 ? Math.ceil(number / multipleOf) * multipleOf : number
}
