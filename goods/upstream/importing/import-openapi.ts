import { AmountError, methods, OperatorError, usd, type OfferFiles } from '../door.ts'
import type { WrittenRow } from '../file/offers-file.ts'
import { parseText } from '../file/parse-text.ts'
import { createRouteIndex } from '../file/route-index.ts'
import { readRoute, type RouteText } from '../file/route-text.ts'
import { fileText } from '../file/write-file.ts'
import { operationRow } from './operation-row.ts'
import { routeOf } from './route-of.ts'
import { securityNotes } from './security-notes.ts'
import { isObject, resolved, type Json } from './json.ts'

type Row = WrittenRow

/** The most offers of one file. */
const maxOffers = 2_000
/** Sentences of one kind; the others are counted. */
const maxNamed = 20

/** Makes a file of offers from an OpenAPI document. @throws OperatorError where it is none, or has nothing to sell */
export const importOpenapi: OfferFiles['importOpenapi'] = ({ text, url, price, upstream }) => {
  checkPrice(price)
  const document = readDocument(text)
  const leftOut: string[] = []
  const rows = rowsOf(document, price, leftOut)
  if (rows.length === 0)
    throw new OperatorError(`there is no operation in this document that can be sold${leftOut.length > 0 ? `: ${leftOut[0]!}` : ''}`)
  const info = isObject(document['info']) ? document['info'] : {}
  const webhooks = isObject(document['webhooks']) ? Object.keys(document['webhooks']).length : 0
  if (webhooks > 0) leftOut.push(`${webhooks} webhooks: the API calls others by them, and nobody can buy that`)
  const base = upstream ?? serverOf(document, url)
  const name = typeof info['title'] === 'string' && info['title'].trim() !== '' ? info['title'].trim().slice(0, 80) : null
  const description = typeof info['description'] === 'string' ? firstSentence(info['description']) : null
  const notes = securityNotes(document)
  const file = fileText({ url: base, name, description, rows })
  return {
    text: notes.length === 0 ? file : `${notes.map((note) => `# ${note}\n`).join('')}${file}`,
    offers: rows.length,
    leftOut: shortened([...leftOut, ...notes]),
  }
}

function checkPrice(price: string): void {
  try {
    if (usd(price) > 0n) return
  } catch (error) {
    if (!(error instanceof AmountError)) throw error
  }
  throw new OperatorError(`the price must be dollars above zero with at most six decimal places, such as 0.01, not "${price.slice(0, 40)}"`)
}

function readDocument(text: string): Json {
  const document = parse(text)
  if (!isObject(document)) throw new OperatorError('this is no OpenAPI document: it is no object')
  if (document['swagger'] !== undefined) throw new OperatorError('this document is of Swagger 2.0: convert it to OpenAPI 3 first')
  const version = wordOf(document['openapi'])
  if (!/^3\.[01](?:\.|$)/.test(version))
    throw new OperatorError(`this is no OpenAPI document of version 3.0 or 3.1${version === '' ? '' : `, but of ${version.slice(0, 20)}`}`)
  if (!isObject(document['paths']) && !isObject(document['webhooks'])) throw new OperatorError('this document has no paths')
  return document
}

/** JSON is read by the faster reader. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    const parsed = parseText(text)
    if ('faults' in parsed) {
      const [fault] = parsed.faults
      throw new OperatorError(
        `this document is neither JSON nor YAML${fault?.line === null || fault === undefined ? '' : ` (line ${fault.line}: ${fault.message})`}`,
      )
    }
    return parsed.value
  }
}

function rowsOf(document: Json, price: string, leftOut: string[]): Row[] {
  const rows: Row[] = []
  const ids = new Set<string>()
  const routes = createRouteIndex<string>()
  for (const [path, given] of Object.entries(isObject(document['paths']) ? document['paths'] : {})) {
    const item = resolved(given, document)
    if (!isObject(item)) continue
    for (const method of methods) {
      const operation = item[method.toLowerCase()]
      if (!isObject(operation)) continue
      const named = `${method} ${path}`
      if (rows.length >= maxOffers) {
        leftOut.push(`${named}: a file has ${maxOffers} offers at most`)
        continue
      }
      const route = routeOf(method, path)
      if ('fault' in route) {
        leftOut.push(`${named}: ${route.fault}`)
        continue
      }
      const made = operationRow({ document, item, operation, method, route, price, ids })
      if ('fault' in made) {
        leftOut.push(`${named}: ${made.fault}`)
        continue
      }
      const read = readRoute(made.row.route) as RouteText
      const other = routes.add(method, read.template, named)
      if (other !== null) {
        leftOut.push(`${named}: it fits the same paths as ${other}`)
        continue
      }
      rows.push(made.row)
      ids.add(made.row.id ?? '')
      leftOut.push(...made.notes.map((note) => `${named}: ${note}`))
    }
  }
  return rows
}

function serverOf(document: Json, url: string | null): string {
  const [server] = Array.isArray(document['servers']) ? (document['servers'] as unknown[]) : []
  const variables = isObject(server) && isObject(server['variables']) ? server['variables'] : {}
  const written = isObject(server) && typeof server['url'] === 'string' ? server['url'] : ''
  const filled = written.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
    const variable = variables[name]
    return isObject(variable) ? wordOf(variable['default']) : ''
  })
  const base = URL.parse(filled === '' ? '/' : filled, url ?? undefined)
  if (base === null || !/^https?:$/.test(base.protocol))
    throw new OperatorError('the document does not name the address of its API: give it by --upstream https://api.example.com')
  return `${base.origin}${base.pathname}`.replace(/\/+$/, '')
}

/** YAML reads some versions as numbers. */
function wordOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function firstSentence(text: string): string | null {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  const sentence = /^.{1,300}?[.!?](?= |$)/.exec(line)?.[0] ?? line.slice(0, 300)
  return sentence === '' ? null : sentence
}

function shortened(lines: readonly string[]): string[] {
  if (lines.length <= maxNamed) return [...lines]
  return [...lines.slice(0, maxNamed), `and ${lines.length - maxNamed} more`]
}
