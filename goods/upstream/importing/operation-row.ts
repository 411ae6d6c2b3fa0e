import { takesBody, type Method } from '../door.ts'
import { whyNotPassed } from '../file/header-names.ts'
import type { WrittenRow } from '../file/offers-file.ts'
import { readRoute, type RouteText } from '../file/route-text.ts'
import { examplesBeside, importedExample } from './import-example.ts'
import { isObject, resolved, type Json } from './json.ts'
import { plainSchema } from './plain-schema.ts'
import type { ImportedRoute } from './route-of.ts'

type Row = WrittenRow

interface Operation {
  readonly document: Json
  /** The path item, whose parameters count for all its operations. */
  readonly item: Json
  readonly operation: Json
  readonly method: Method
  readonly route: ImportedRoute
  readonly price: string
  /** Ids of earlier rows. */
  readonly ids: ReadonlySet<string>
}

/** An operation as a row of a file of offers, with notes about what it has and the row has not. */
export function operationRow(given: Operation): { readonly row: Row; readonly notes: string[] } | { readonly fault: string } {
  const { document, item, operation, method, route, price } = given
  const all = [...listOf(item['parameters']), ...listOf(operation['parameters'])].map((one) => resolved(one, document)).filter(isObject)
  const parameters = [...new Map(all.map((one) => [`${String(one['in'])} ${String(one['name'])}`, one])).values()]
  const body = takesBody(method) ? bodyOf(operation, document) : {}
  if ('fault' in body) return body
  const query = queryOf(parameters, document)
  const headers = parameters.filter((one) => one['in'] === 'header').map((one) => String(one['name']))
  const passed = headers.filter((name) => whyNotPassed(name) === null && !/^(?:authorization|cookie|accept|content-type)$/i.test(name))
  const cookies = parameters.filter((one) => one['in'] === 'cookie' && one['required'] === true)
  if (cookies.length > 0) return { fault: 'it needs a cookie' }
  const schemas = pathSchemas(parameters, route, document)
  const sent = 'schema' in body ? body.schema : undefined
  const { example, without } = importedExample({
    route: readRoute(route.route) as RouteText,
    parameters: schemas,
    query: query ?? undefined,
    body: sent,
    examples: {
      path: Object.fromEntries([...route.names].map(([own, name]) => [own, examplesOf(parameters, 'path', name, document)])),
      query: Object.fromEntries(
        Object.keys(query?.['properties'] ?? {}).map((name) => [name, examplesOf(parameters, 'query', name, document)]),
      ),
      body: 'examples' in body ? (body.examples ?? []) : [],
    },
  })
  const title = textOf(operation['summary'], 120) ?? textOf(operation['operationId'], 120)
  const purpose = textOf(operation['description'], 400) ?? title
  const tags = [
    ...new Set(
      listOf(operation['tags'])
        .map((tag) => kebab(String(tag), 40))
        .filter((tag) => tag !== ''),
    ),
  ].slice(0, 20)
  const row: Row = {
    id: idOf(given),
    route: route.route,
    ...(title === null ? {} : { title }),
    ...(purpose === null ? {} : { purpose }),
    price,
    ...(route.path === null ? {} : { path: route.path }),
    ...(Object.keys(schemas).length > 0 ? { parameters: schemas } : {}),
    ...(query === null || without.includes('query') ? {} : { query: { schema: query } }),
    ...(sent === undefined || without.includes('body') ? {} : { body: { schema: sent } }),
    ...(passed.length > 0 ? { passHeaders: passed.slice(0, 20) } : {}),
    answer: { types: typesOf(operation, document) },
    ...(Object.keys(example).length > 0 ? { example } : {}),
    ...(tags.length > 0 ? { tags } : {}),
  }
  return { row, notes: without.map((part) => `its ${part} is not checked here, since no example of it can be made up`) }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : []
}

/** JSON bodies only. */
function bodyOf(
  operation: Json,
  document: Json,
): { readonly schema?: Json; readonly examples?: readonly unknown[] } | { readonly fault: string } {
  const body = resolved(operation['requestBody'], document)
  if (!isObject(body)) return {}
  const content = isObject(body['content']) ? body['content'] : {}
  const type = Object.keys(content).find((name) => /^application\/(?:[a-z0-9.+-]+\+)?json\b/i.test(name) || name === '*/*')
  if (type === undefined)
    return Object.keys(content).length > 0 && body['required'] === true
      ? { fault: `its body is ${Object.keys(content)[0] ?? 'no JSON'}, and only JSON can be sent` }
      : {}
  const media = content[type]
  const given = isObject(media) ? media : {}
  return { schema: plainSchema(given['schema'], document), examples: examplesBeside(given, document) }
}

function examplesOf(parameters: readonly Json[], place: 'path' | 'query', name: string, document: Json): readonly unknown[] {
  const parameter = parameters.find((one) => one['in'] === place && one['name'] === name)
  return parameter === undefined ? [] : examplesBeside(parameter, document)
}

/** Null where it takes no parameters that are named; then any are passed on. */
function queryOf(parameters: readonly Json[], document: Json): Json | null {
  const own = parameters.filter((one) => one['in'] === 'query')
  if (own.length === 0) return null
  const required = own.filter((one) => one['required'] === true).map((one) => String(one['name']))
  return {
    type: 'object',
    properties: Object.fromEntries(own.map((one) => [String(one['name']), parameterSchema(one, document)])),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  }
}

/** A list is sent as text with commas. */
function parameterSchema(parameter: Json, document: Json): Json {
  const schema = plainSchema(parameter['schema'], document)
  const description = textOf(parameter['description'], 300)
  const isText = ['string', 'integer', 'number', 'boolean'].includes(String(schema['type'])) || Array.isArray(schema['enum'])
  const plain = isText ? schema : { type: 'string' }
  return description === null ? plain : { ...plain, description: isText ? description : `${description} (several values: with commas)` }
}

function pathSchemas(parameters: readonly Json[], { names }: ImportedRoute, document: Json): Record<string, Json> {
  return Object.fromEntries(
    [...names].flatMap(([own, written]) => {
      const parameter = parameters.find((one) => one['in'] === 'path' && one['name'] === written)
      return parameter ? [[own, parameterSchema(parameter, document)] as const] : []
    }),
  )
}

function typesOf(operation: Json, document: Json): string[] {
  const responses = isObject(operation['responses']) ? operation['responses'] : {}
  const good = Object.entries(responses).filter(([status]) => /^2(?:\d\d|XX)$/i.test(status))
  const types = good.flatMap(([, response]) => {
    const found = resolved(response, document)
    return isObject(found) && isObject(found['content']) ? Object.keys(found['content']) : []
  })
  const plain = [...new Set(types.map((type) => type.split(';')[0]!.trim().toLowerCase()))].filter((type) =>
    /^[a-z0-9][a-z0-9!#$&^_.+-]*\/(?:\*|[a-z0-9][a-z0-9!#$&^_.+-]*)$/.test(type),
  )
  return plain.length > 0 ? plain.slice(0, 20) : ['application/json']
}

function idOf({ operation, route, ids }: Operation): string {
  const written = typeof operation['operationId'] === 'string' ? operation['operationId'] : route.route
  const made = kebab(written.replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2'), 55)
  const id = /^[a-z]/.test(made) ? made : `op-${made}`.replace(/-$/, '')
  for (let count = 1; ; count += 1) {
    const free = count === 1 ? id : `${id}-${count}`
    if (!ids.has(free)) return free
  }
}

function kebab(text: string, max: number): string {
  return text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
    .join('-')
    .slice(0, max)
    .replace(/-+$/, '')
}

function textOf(value: unknown, max: number): string | null {
  if (typeof value !== 'string') return null
  const line = value.replaceAll(/\s+/g, ' ').trim()
  return line === '' ? null : line.length <= max ? line : `${line.slice(0, max - 2)} …`
}
