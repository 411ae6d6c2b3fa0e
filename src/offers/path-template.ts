/**
 * Templates of routes, in the form of RFC 6570: `/v1/tenders/{country}/{cpv}`. `{+path}` at the end takes one or more segments; files of
 * offers write it as `*`.
 */

/** Segments that a `{+path}` takes at most. */
export const maxRestSegments = 32

export function segmentsOf(template: string): string[] {
  return template.slice(1).split('/')
}

/** `{name}` or `{+name}`. */
export function isParameter(segment: string): boolean {
  return segment.startsWith('{')
}

/** `{+name}`: takes all segments that are left. */
export function isRest(segment: string): boolean {
  return segment.startsWith('{+')
}

/** `name` of `{name}` and of `{+name}`. */
export function parameterName(segment: string): string {
  return segment.slice(isRest(segment) ? 2 : 1, -1)
}

/** Names of the parameters of a template, in order: `/v1/tenders/{country}/{cpv}` has `country` and `cpv`. */
export function parametersOf(template: string): string[] {
  return segmentsOf(template).filter(isParameter).map(parameterName)
}

/**
 * A path of the template with these values, percent-encoded: each segment of a `{+name}` on its own.
 * @param missing gives what is written for a value that is not there; nothing unless given
 */
export function fillTemplate(
  template: string,
  values: Readonly<Record<string, string>> = {},
  missing: (name: string) => string = () => '',
): string {
  if (!template.includes('{')) return template
  const filled = segmentsOf(template).map((segment) => {
    if (!isParameter(segment)) return segment
    const name = parameterName(segment)
    const value = values[name]
    if (value === undefined) return encode(missing(name))
    return isRest(segment) ? value.split('/').map(encode).join('/') : encode(value)
  })
  return `/${filled.join('/')}`
}

/** The template as OpenAPI writes it, which knows no parameters of several segments: `/tides/{path}`. */
export function openapiPath(template: string): string {
  return template.replaceAll('{+', '{')
}

/** The template without the names of its parameters: routes of one method of which this is the same have the same place in the look-up. */
export function shapeOf(template: string): string {
  return template.replaceAll(/\{(\+?)[^}]*\}/g, '{$1}')
}

/** Text with lone surrogates has no encoding, so they become U+FFFD. */
function encode(value: string): string {
  return encodeURIComponent(value.toWellFormed())
}

/**
 * Two templates of one method collide when some path fits both and neither is more literal than the other:
 * `/a/{x}` with `/a/{y}`, `/a/{x}/c` with `/a/b/{y}`; not `/a/{x}` with `/a/b`, where the literal wins, nor `/a/{+x}` with `/a/{y}`.
 */
export function templatesCollide(one: string, other: string): boolean {
  const left = segmentsOf(one)
  const right = segmentsOf(other)
  let leftIsMoreLiteral = false
  let rightIsMoreLiteral = false
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const [segment, counterpart] = [left[index], right[index]]
    if (segment === undefined || counterpart === undefined) return false
    const [rank, otherRank] = [rankOf(segment), rankOf(counterpart)]
    if (rank === 'literal' && otherRank === 'literal' && segment !== counterpart) return false
    if (ranks.indexOf(rank) > ranks.indexOf(otherRank)) leftIsMoreLiteral = true
    if (ranks.indexOf(rank) < ranks.indexOf(otherRank)) rightIsMoreLiteral = true
    // The rest fits whatever the other one has from here on.
    if (rank === 'rest' || otherRank === 'rest') break
  }
  return leftIsMoreLiteral === rightIsMoreLiteral
}

/** From the least to the most literal. */
const ranks = ['rest', 'parameter', 'literal'] as const

function rankOf(segment: string): (typeof ranks)[number] {
  if (isRest(segment)) return 'rest'
  return isParameter(segment) ? 'parameter' : 'literal'
}
