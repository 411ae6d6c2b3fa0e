import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { z } from '../door.ts'

export type JsonSchema = Readonly<Record<string, unknown>>

/** `text`: the values come as text, as those of a query do, and are compared as what the schema says they are. */
type Values = 'json' | 'text'

const options = {
  // Words that a validator does not know are notes for people, as JSON Schema says.
  strict: false,
  validateFormats: false,
  allErrors: false,
  logger: false,
} as const

/**
 * A JSON Schema of the file as a schema of zod that checks all of it, and that documents describe in the words of the file. It changes
 * nothing that it reads.
 * @throws Error that says why it is no schema
 */
export function schemaFrom(schema: JsonSchema, values: Values = 'json'): z.ZodType {
  const validate = validatorOf(schema, values)
  return z
    .unknown()
    .superRefine((value, context) => {
      if (validate(values === 'text' ? structuredClone(value) : value)) return
      const [error] = validate.errors ?? []
      if (error) context.addIssue({ code: 'custom', path: pathOf(error), message: messageOf(error) })
    })
    .meta(describedBy(schema))
}

/** The schema as one that checks, or why it can't be. */
export function readJsonSchema(schema: JsonSchema, values: Values = 'json'): { readonly schema: z.ZodType } | { readonly fault: string } {
  try {
    return { schema: schemaFrom(schema, values) }
  } catch (error) {
    return { fault: error instanceof Error ? error.message.slice(0, 200) : 'it is no JSON Schema' }
  }
}

/** Making one takes twenty times as long as one schema, and a file may have hundreds. */
const compilers = new Map<Values, Ajv2020>()

function validatorOf(schema: JsonSchema, values: Values): ValidateFunction {
  const { $schema: _, $id: _id, ...rest } = schema
  // A name within a schema would be known to all later ones.
  if (JSON.stringify(rest).includes('"$id"')) return compilerFor(values).compile(rest)
  const compiler = compilers.get(values) ?? compilerFor(values)
  compilers.set(values, compiler)
  try {
    return compiler.compile(rest)
  } finally {
    compiler.removeSchema(rest)
  }
}

function compilerFor(values: Values): Ajv2020 {
  return new Ajv2020({ ...options, coerceTypes: values === 'text' ? 'array' : false })
}

function pathOf({ instancePath, keyword, params }: ErrorObject): (string | number)[] {
  const steps = instancePath.split('/').slice(1).map(unescapePointer)
  return keyword === 'required' ? [...steps, String((params as { missingProperty: unknown }).missingProperty)] : steps
}

/** It continues the word "expected", and quotes nothing that was sent. */
function messageOf({ keyword, params, message = 'another value' }: ErrorObject): string {
  const given = params as Readonly<Record<string, unknown>>
  switch (keyword) {
    case 'required':
      return 'a value'
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return 'no other members'
    case 'enum':
      return `one of ${(given['allowedValues'] as readonly unknown[]).slice(0, 10).map(String).join(', ')}`
    case 'type':
      return [given['type']].flat().map(String).join(' or ')
    default:
      return message.replace(/^must be /, '').replace(/^must /, 'it to ')
  }
}

/** How deep references to itself are written out in documents. */
const maxDepth = 12

/** The schema as documents show it: references are written out, since a document has definitions of its own, and a reference to itself is any value. */
function describedBy(schema: JsonSchema): JsonSchema {
  const { $schema: _, $id: _id, $defs: _defs, definitions: _definitions, ...rest } = schema
  return writtenOut(rest, schema, []) as JsonSchema
}

function writtenOut(value: unknown, root: JsonSchema, within: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => writtenOut(item, root, within))
  if (typeof value !== 'object' || value === null) return value
  const { $ref, ...beside } = value as Readonly<Record<string, unknown>>
  if (typeof $ref === 'string') {
    const target = within.includes($ref) || within.length > maxDepth ? {} : (resolvePointer(root, $ref) ?? {})
    return { ...(writtenOut(target, root, [...within, $ref]) as object), ...(writtenOut(beside, root, within) as object) }
  }
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, writtenOut(member, root, within)]))
}

/** What `#/$defs/port` names in a document; undefined where that is nothing. */
export function resolvePointer(root: unknown, pointer: string): unknown {
  if (!pointer.startsWith('#')) return undefined
  let found: unknown = root
  for (const step of pointer.slice(1).split('/').slice(1)) {
    const name = unescapePointer(decodeURIComponent(step))
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined
    found = (found as Readonly<Record<string, unknown>>)[name]
  }
  return found
}

/** What a JSON Pointer (RFC 6901) names in a value; undefined where that is nothing. */
export function valueAt(root: unknown, pointer: string): unknown {
  return resolvePointer(root, `#${encodeURI(pointer)}`)
}

/** RFC 6901, section 4. */
function unescapePointer(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~')
}
