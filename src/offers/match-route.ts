import { methods, type Method } from '../shared/http-methods.ts'
import type { AnyOffer } from './offer.ts'
import { isParameter, isRest, maxRestSegments, parametersOf, segmentsOf } from './path-template.ts'
import { isReservedPath } from './reserved-paths.ts'

/**
 * What a method and a path lead to.
 * `disabled`: known, but its sources or engines are switched off: 503, paid or not.
 * `malformed`: the route is known, a path parameter can't be read: 400.
 * `wrong_method`: 405 with these methods in `Allow`. `unknown`: 404; `near` is the path with the slash of its last parameter encoded.
 */
export type RouteMatch =
  | { readonly kind: 'offer'; readonly offer: AnyOffer; readonly path: Readonly<Record<string, string>> }
  | { readonly kind: 'disabled'; readonly offer: AnyOffer }
  | { readonly kind: 'malformed'; readonly offer: AnyOffer; readonly parameter: string; readonly reason: 'encoding' | 'length' }
  | { readonly kind: 'wrong_method'; readonly allow: readonly string[] }
  | { readonly kind: 'unknown'; readonly near?: string }

/** Limits of a path and of a decoded path parameter, in UTF-16 code units. */
export const maxPathLength = 2048
export const maxParameterLength = 256

interface Leaf {
  readonly offer: AnyOffer
  readonly disabled: boolean
  readonly parameters: readonly string[]
  /** The last one takes all segments that are left. */
  readonly hasRest: boolean
}

interface Node {
  readonly literals: Map<string, Node>
  parameter: Node | null
  /** For a parameter that takes all segments from here on. */
  rest: Node | null
  readonly leaves: Map<Method, Leaf>
}

export interface RouteEntry {
  readonly offer: AnyOffer
  readonly disabled: boolean
}

/**
 * Builds the look-up from method and path to offer. It walks the segments of the path, so its cost does not grow with the
 * number of offers. `HEAD` is looked up as `GET`. The path comes without a query, percent-encoded as on the wire.
 */
export function createRouteMatcher(entries: readonly RouteEntry[]): (method: string, path: string) => RouteMatch {
  const root = newNode()
  let maxDepth = 0
  for (const { offer, disabled } of entries) {
    const segments = segmentsOf(offer.template)
    maxDepth = Math.max(maxDepth, segments.length + (isRest(segments.at(-1) ?? '') ? maxRestSegments : 0))
    const node = segments.reduce(childFor, root)
    const hasRest = isRest(segments.at(-1) ?? '')
    node.leaves.set(offer.method, { offer, disabled, parameters: parametersOf(offer.template), hasRest })
  }
  return (method, path) => {
    if (path.length > maxPathLength || !path.startsWith('/') || isReservedPath(path)) return { kind: 'unknown' }
    const wanted = method === 'HEAD' ? 'GET' : method
    const segments = path.slice(1).split('/', maxDepth + maxMoreSegments)
    const found: Found[] = []
    collect(root, segments, 0, [], found)
    for (const { node, values } of found) {
      const leaf = node.leaves.get(wanted as Method)
      if (leaf) return fill(leaf, values)
    }
    const known = new Set(found.flatMap(({ node }) => [...node.leaves.keys()]))
    if (known.size === 0) return unknownNear(root, segments, wanted)
    return { kind: 'wrong_method', allow: allowed(known) }
  }
}

/** How many segments more than a route a path may have and still be taken for one with slashes in its last parameter. */
const maxMoreSegments = 3

/** For `/v1/market/price/BTC/USD` the path `/v1/market/price/BTC%2FUSD`. */
function unknownNear(root: Node, segments: readonly string[], method: string): RouteMatch {
  if (segments.includes('')) return { kind: 'unknown' }
  for (let kept = segments.length - 2; kept >= Math.max(1, segments.length - 1 - maxMoreSegments); kept--) {
    const joined = [...segments.slice(0, kept), segments.slice(kept).join('%2F')]
    const found: Found[] = []
    collect(root, joined, 0, [], found)
    const ends = found.some(({ node, values }) => node.leaves.has(method as Method) && values.at(-1) === joined.at(-1))
    if (ends) return { kind: 'unknown', near: `/${joined.join('/')}` }
  }
  return { kind: 'unknown' }
}

interface Found {
  readonly node: Node
  readonly values: readonly string[]
}

/** Every leaf of the tree that the segments reach, the most literal first. */
function collect(node: Node, segments: readonly string[], depth: number, values: readonly string[], found: Found[]): void {
  if (depth === segments.length) {
    if (node.leaves.size > 0) found.push({ node, values })
    return
  }
  const segment = segments[depth] ?? ''
  const literal = node.literals.get(segment)
  if (literal) collect(literal, segments, depth + 1, values, found)
  if (node.parameter && segment !== '') collect(node.parameter, segments, depth + 1, [...values, segment], found)
  const left = segments.slice(depth)
  if (node.rest && left.length <= maxRestSegments && !left.includes(''))
    found.push({ node: node.rest, values: [...values, left.join('/')] })
}

function fill(leaf: Leaf, values: readonly string[]): RouteMatch {
  const { offer, disabled, parameters, hasRest } = leaf
  if (disabled) return { kind: 'disabled', offer }
  const path: Record<string, string> = {}
  for (const [index, parameter] of parameters.entries()) {
    const takesRest = hasRest && index === parameters.length - 1
    const value = takesRest ? decodeSegments(values[index] ?? '') : decode(values[index] ?? '')
    if (value === null) return { kind: 'malformed', offer, parameter, reason: 'encoding' }
    if (value.length > (takesRest ? maxPathLength : maxParameterLength)) return { kind: 'malformed', offer, parameter, reason: 'length' }
    path[parameter] = value
  }
  return { kind: 'offer', offer, path }
}

/** Null also for an encoded slash: once decoded it would look like one between two segments. */
function decodeSegments(rest: string): string | null {
  const segments = rest.split('/').map(decode)
  return segments.every((segment) => segment !== null && !segment.includes('/')) ? segments.join('/') : null
}

/** Null for a `%` that starts no UTF-8 sequence. */
function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}

function allowed(known: ReadonlySet<Method>): string[] {
  return [...methods.flatMap((method) => (known.has(method) ? (method === 'GET' ? ['GET', 'HEAD'] : [method]) : [])), 'OPTIONS']
}

function childFor(node: Node, segment: string): Node {
  if (isRest(segment)) {
    node.rest ??= newNode()
    return node.rest
  }
  if (isParameter(segment)) {
    node.parameter ??= newNode()
    return node.parameter
  }
  const child = node.literals.get(segment) ?? newNode()
  node.literals.set(segment, child)
  return child
}

function newNode(): Node {
  return { literals: new Map(), parameter: null, rest: null, leaves: new Map() }
}
