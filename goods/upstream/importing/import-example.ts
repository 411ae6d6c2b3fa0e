import { exampleOf, textFor } from '../file/example-of.ts'
import { readJsonSchema, type JsonSchema } from '../file/json-schema.ts'
import type { RouteText } from '../file/route-text.ts'
import { whyNotInPath } from '../calls/upstream-target.ts'
import { isObject, resolved, type Json } from './json.ts'

/** Characters of JSON. A longer example would fill all documents. */
const maxLength = 4_000

/** What an operation of a document says of its request. */
export interface ImportedRequest {
  readonly route: RouteText
  /** Schemas of the parameters in the path. */
  readonly parameters: Readonly<Record<string, JsonSchema>>
  readonly query: JsonSchema | undefined
  readonly body: JsonSchema | undefined
  /** Where the document has examples of each. */
  readonly examples: {
    readonly path: Readonly<Record<string, readonly unknown[]>>
    readonly query: Readonly<Record<string, readonly unknown[]>>
    readonly body: readonly unknown[]
  }
}

export interface ImportedExample {
  readonly example: { path?: Record<string, string>; query?: Record<string, string>; body?: unknown }
  /** Parts of the request whose schema has no example, neither in the document nor made up. */
  readonly without: readonly ('query' | 'body')[]
}

/** The document's own examples where they fit. A row without an example must have schemas from which one can be made up. */
export function importedExample({ route, parameters, query, body, examples }: ImportedRequest): ImportedExample {
  const path = pathOf(parameters, examples.path)
  const asked = queryOf(query, examples.query)
  const sent = firstFitting(examples.body, body, 'json')
  const example = {
    ...(path === undefined ? {} : { path }),
    ...(asked === undefined ? {} : { query: asked }),
    ...(sent === undefined ? {} : { body: sent }),
  }
  const made = exampleOf(
    { parameters, query: query && { schema: query, rename: {}, set: {} }, body: body && { schema: body, set: {} }, example },
    route,
  )
  const without = [
    ...(query !== undefined && !fits(made.query ?? {}, query, 'text') ? (['query'] as const) : []),
    ...(body !== undefined && !fits(made.body, body, 'json') ? (['body'] as const) : []),
  ]
  return { example, without }
}

/** The values that a document gives as examples: beside a schema, and in it. */
export function examplesBeside(beside: Json, document: Json): readonly unknown[] {
  const { example, examples, schema } = beside
  const named = isObject(examples) ? Object.values(examples).map((one) => resolved(one, document)) : []
  const shape = resolved(schema, document)
  const own = isObject(shape) ? [shape['example'], ...(Array.isArray(shape['examples']) ? shape['examples'] : []), shape['default']] : []
  return [example, ...named.map((one) => (isObject(one) ? one['value'] : undefined)), ...own].filter(
    (value) => value !== undefined && JSON.stringify(value).length <= maxLength,
  )
}

/** Values for all parameters of a path, where the document has any. */
function pathOf(
  schemas: Readonly<Record<string, JsonSchema>>,
  given: ImportedRequest['examples']['path'],
): Record<string, string> | undefined {
  const found = Object.entries(given).map(([name, values]) => {
    const texts = values.map(textOf).filter((text) => text !== '' && !text.includes('/') && whyNotInPath(text, false) === null)
    return [name, firstFitting(texts, schemas[name], 'text') as string | undefined] as const
  })
  if (found.every(([, value]) => value === undefined)) return undefined
  return Object.fromEntries(found.map(([name, value]) => [name, value ?? textFor(schemas[name])]))
}

/** Values for the parameters that are required; undefined where that is made up as well. */
function queryOf(schema: JsonSchema | undefined, given: ImportedRequest['examples']['query']): Record<string, string> | undefined {
  const properties = isObject(schema?.['properties']) ? schema['properties'] : {}
  const required = Array.isArray(schema?.['required']) ? (schema['required'] as readonly string[]) : []
  const found = required.map((name) => {
    const own = isObject(properties[name]) ? properties[name] : undefined
    const value = firstFitting((given[name] ?? []).map(textOf), own, 'text')
    return [name, value as string | undefined, textFor(own)] as const
  })
  if (schema === undefined || found.every(([, value]) => value === undefined)) return undefined
  const query = Object.fromEntries(found.map(([name, value, made]) => [name, value ?? made]))
  return fits(query, schema, 'text') ? query : undefined
}

function firstFitting(values: readonly unknown[], schema: JsonSchema | undefined, how: 'json' | 'text'): unknown {
  return values.find(
    (value) => schema === undefined || fits(how === 'text' ? { value } : value, how === 'text' ? member(schema) : schema, how),
  )
}

/** Text is read as what the schema says only where it is a member. */
function member(schema: JsonSchema): JsonSchema {
  return { type: 'object', properties: { value: schema } }
}

function fits(value: unknown, schema: JsonSchema, how: 'json' | 'text'): boolean {
  const read = readJsonSchema(schema, how)
  return 'schema' in read && read.schema.safeParse(value).success
}

/** As it stands in a path or a query. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(',')
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}
