import { isParameter, isRest, parameterName, segmentsOf } from '../door.ts'

/** Control characters, and the backslash that some servers read as a slash. */
// oxlint-disable-next-line no-control-regex -- it searches for control characters
const dangerous = /[\u0000-\u001f\u007f\\]/

/** What a value of a path may not be, for the schema that callers read; null where it may be sent. */
export function whyNotInPath(value: string, isWholeRest: boolean): string | null {
  const segments = value.split('/')
  if (dangerous.test(value)) return 'text without control characters and backslashes'
  // A server that decodes a path twice would go up by these, so they are refused inside of one segment too.
  if (segments.some((segment) => segment === '.' || segment === '..')) return 'a path without . and .. as segments'
  if (isWholeRest && segments.includes('')) return 'segments that are not empty'
  return null
}

/** The path at the upstream for these values of the route's parameters, percent-encoded. @param base the path of the upstream's address, without a slash at its end */
export function upstreamPath(base: string, template: string, values: Readonly<Record<string, string>>): string {
  const filled = segmentsOf(template).map((segment) => {
    if (!isParameter(segment)) return segment
    const value = values[parameterName(segment)] ?? ''
    return isRest(segment) ? value.split('/').map(encodeSegment).join('/') : encodeSegment(value)
  })
  return `${base}/${filled.join('/')}`
}

/** Characters that RFC 3986 allows in a segment stay as callers usually write them; a slash never does. */
function encodeSegment(value: string): string {
  return encodeURIComponent(value.toWellFormed()).replaceAll(/%(?:3A|40|24|26|2B|2C|3B|3D)/g, decodeURIComponent)
}

/** The query with its question mark; empty without parameters. */
export function upstreamQuery(parameters: Readonly<Record<string, string>>): string {
  const text = new URLSearchParams(Object.entries(parameters)).toString()
  return text === '' ? '' : `?${text}`
}
