import { isReservedPath, isRest, parametersOf, segmentsOf, takesBody, templatesCollide } from '../door.ts'
import type { McpServer } from './mcp-schema.ts'
import type { Path } from './file-fault.ts'
import { readJsonSchema, type JsonSchema } from './json-schema.ts'
import { needsPrivate } from './needs-private.ts'
import type { OfferRow, OffersFile, Upstream } from './offers-file.ts'
import { idOf } from './offer-id.ts'
import { createRouteIndex } from './route-index.ts'
import { checkPricing } from './check-pricing.ts'
import { exampleOf } from './example-of.ts'
import type { Found } from './found.ts'
import { readRoute, readTemplate, type RouteText } from './route-text.ts'
import { secretsIn } from './secrets.ts'

export interface CheckParts {
  /** Whether a secret is given; undefined where that is not checked, as in an editor. */
  readonly hasSecret?: (name: string) => boolean
}

/** What no member shows by itself: names that lead nowhere, routes that collide, examples that do not fit. */
export function checkFile(file: OffersFile, parts: CheckParts): Found[] {
  return [
    ...Object.entries(file.upstreams).flatMap(([name, one]) => checkUpstream(one, ['upstreams', name], parts)),
    ...Object.entries(file.mcpServers).flatMap(([name, one]) => checkMcpServer(name, one, file, parts)),
    ...file.offers.flatMap((row, index) => checkRow(row, ['offers', index], file, parts)),
    ...checkTogether(file.offers),
  ]
}

function checkUpstream({ url, private: isPrivate, headers, query }: Upstream, path: Path, parts: CheckParts): Found[] {
  return [...checkAddress(url, isPrivate, path), ...secretsMissingIn({ headers, query }, path, parts)]
}

function checkAddress(url: string, isPrivate: boolean, path: Path): Found[] {
  const reason = isPrivate ? null : needsPrivate(url)
  return reason === null ? [] : [{ path: [...path, 'url'], message: `${reason}: say private: true beside it if that is meant` }]
}

/** A server has all paths below its name, since its tools are known only when it runs. */
function checkMcpServer(
  name: string,
  { url, private: isPrivate, headers, env }: McpServer,
  { offers }: OffersFile,
  parts: CheckParts,
): Found[] {
  const path = ['mcpServers', name]
  const template = `/${name}/{tool}`
  const other = offers.findIndex((row) => {
    const route = readRoute(row.route) as RouteText
    return route.method === 'POST' && templatesCollide(route.template, template)
  })
  return [
    ...(isReservedPath(template) ? [{ path, message: 'the service itself answers below this name: choose another one' }] : []),
    ...(other < 0 ? [] : [{ path: ['offers', other, 'route'], message: `the tools of the MCP server ${name} have the same paths` }]),
    ...(url === undefined ? [] : checkAddress(url, isPrivate, path)),
    ...secretsMissingIn({ headers, env }, path, parts),
  ]
}

function secretsMissingIn(members: Readonly<Record<string, Readonly<Record<string, string>>>>, path: Path, parts: CheckParts): Found[] {
  return Object.entries(members).flatMap(([member, values]) =>
    Object.entries(values).flatMap(([name, value]) => missingSecrets(value, [...path, member, name], parts)),
  )
}

function missingSecrets(text: string, path: Path, { hasSecret }: CheckParts): Found[] {
  if (!hasSecret) return []
  return secretsIn(text)
    .filter((name) => !hasSecret(name))
    .map((name) => ({ path, message: `${name} is not set: give it in the environment, or its file in ${name}_FILE` }))
}

function checkRow(row: OfferRow, path: Path, file: OffersFile, parts: CheckParts): Found[] {
  const route = readRoute(row.route) as RouteText
  const names = Object.keys(file.upstreams)
  const found: Found[] = []
  const add = (member: Path, message: string) => found.push({ path: [...path, ...member], message })
  if (names.length === 0) add(['route'], 'there is no upstream that it could be asked of: name one in upstreams')
  if (row.upstream === undefined && names.length > 1) add(['route'], `it does not say which upstream: ${names.join(', ')}`)
  if (row.upstream !== undefined && !names.includes(row.upstream))
    add(['upstream'], `there is no upstream called "${row.upstream}": ${names.join(', ')}`)
  if (isReservedPath(route.template))
    add(['route'], 'the service itself answers at this path: choose another one, and name that of the API in path')
  if (row.body !== undefined && !takesBody(route.method)) add(['body'], `calls by ${route.method} have no body`)
  found.push(
    ...checkPath(row, route, path),
    ...checkSchemas(row, path),
    ...checkExample(row, route, path),
    ...checkPricing(row, route, path),
  )
  for (const [name, value] of Object.entries(row.query?.set ?? {}))
    found.push(...missingSecrets(value, [...path, 'query', 'set', name], parts))
  return found
}

function checkPath(row: OfferRow, { template }: RouteText, path: Path): Found[] {
  const known = parametersOf(template)
  const found: Found[] = []
  for (const name of Object.keys(row.parameters))
    if (!known.includes(name)) found.push({ path: [...path, 'parameters', name], message: `the route has no parameter {${name}}` })
  if (row.path === undefined) return found
  const target = readTemplate(row.path) as string
  const unknown = parametersOf(target).filter((name) => !known.includes(name))
  if (unknown.length > 0) found.push({ path: [...path, 'path'], message: `the route has no parameter {${unknown[0] ?? ''}}` })
  const rest = (text: string) => isRest(segmentsOf(text).at(-1) ?? '')
  if (rest(target) !== rest(template)) found.push({ path: [...path, 'path'], message: 'either both route and path end with *, or none' })
  return found
}

function checkSchemas(row: OfferRow, path: Path): Found[] {
  const schemas: readonly (readonly [Path, JsonSchema | undefined])[] = [
    [['query', 'schema'], row.query?.schema],
    [['body', 'schema'], row.body?.schema],
    [['answer', 'schema'], row.answer.schema],
    ...Object.entries(row.parameters).map(([name, schema]) => [['parameters', name], schema] as const),
  ]
  return schemas.flatMap(([member, schema]) => {
    const read = schema && readJsonSchema(schema)
    return read && 'fault' in read
      ? [{ path: [...path, ...member], message: `it is no JSON Schema that can be checked: ${read.fault}` }]
      : []
  })
}

function checkExample(row: OfferRow, route: RouteText, path: Path): Found[] {
  const { example, parameters, query, body, answer } = row
  const { template } = route
  const found: Found[] = []
  const fits = (member: Path, schema: JsonSchema | undefined, value: unknown, values: 'json' | 'text' = 'json') => {
    const read = schema && readJsonSchema(schema, values)
    if (!read || 'fault' in read || value === undefined) return
    const [issue] = read.schema.safeParse(value).error?.issues ?? []
    if (issue)
      found.push({ path: [...path, 'example', ...member], message: `it does not fit its schema at ${issue.path.join('.') || 'the top'}` })
  }
  const given = Object.keys(example.path ?? {})
  const unknown = given.find((name) => !parametersOf(template).includes(name))
  if (unknown !== undefined) found.push({ path: [...path, 'example', 'path', unknown], message: `the route has no parameter {${unknown}}` })
  const missing = given.length === 0 ? undefined : parametersOf(template).find((name) => !given.includes(name))
  if (missing !== undefined) found.push({ path: [...path, 'example', 'path'], message: `it has no value for {${missing}}` })
  // Text is read as what a schema says only where it is a member.
  if (example.path) fits(['path'], { type: 'object', properties: parameters }, example.path, 'text')
  fits(['query'], query?.schema, example.query, 'text')
  fits(['body'], body?.schema, example.body)
  fits(['answer'], answer.schema, example.answer)
  return [...found, ...checkMadeUp(row, route, path)]
}

/** An example is in all documents, so a row without one needs schemas from which one can be made up. */
function checkMadeUp(row: OfferRow, route: RouteText, path: Path): Found[] {
  const made = exampleOf(row, route)
  const misfits = (schema: JsonSchema | undefined, value: unknown, values: 'json' | 'text') => {
    const read = schema && readJsonSchema(schema, values)
    return read !== undefined && 'schema' in read && !read.schema.safeParse(value ?? {}).success
  }
  const wrong = [
    ...(row.example.query === undefined && misfits(row.query?.schema, made.query, 'text') ? ['query'] : []),
    ...(row.example.body === undefined && misfits(row.body?.schema, made.body, 'json') ? ['body'] : []),
  ]
  return wrong.map((member) => ({
    path: [...path, member, 'schema'],
    message: `no example of it can be made up: give one in example.${member}`,
  }))
}

function checkTogether(rows: readonly OfferRow[]): Found[] {
  const found: Found[] = []
  const ids = new Map<string, number>()
  const routes = createRouteIndex<number>()
  for (const [index, row] of rows.entries()) {
    const { method, template } = readRoute(row.route) as RouteText
    const id = idOf(row)
    const earlier = ids.get(id)
    if (earlier === undefined) ids.set(id, index)
    else
      found.push({
        path: ['offers', index, row.id === undefined ? 'route' : 'id'],
        message: `offers[${earlier}] has the id ${id} too: give them different ids`,
      })
    const other = routes.add(method, template, index)
    if (other !== null)
      found.push({ path: ['offers', index, 'route'], message: `it fits the same paths as offers[${other}], ${rows[other]?.route ?? ''}` })
  }
  return found
}
