import { isParameter, isRest, parameterName, segmentsOf } from '../door.ts'

/** A path that fits a template, `/tides/brest?unit=m`, as the example of its offer; null for any other. */
export function exampleOfPath(template: string, text: string): { path?: Record<string, string>; query?: Record<string, string> } | null {
  const url = URL.parse(text, 'http://example.invalid')
  if (url === null) return null
  const given = url.pathname.slice(1).split('/')
  const wanted = segmentsOf(template)
  const takesRest = isRest(wanted.at(-1) ?? '')
  if (takesRest ? given.length < wanted.length : given.length !== wanted.length) return null
  const path: Record<string, string> = {}
  for (const [index, segment] of wanted.entries()) {
    const value = (isRest(segment) ? given.slice(index) : given.slice(index, index + 1)).map(decode).join('/')
    if (isParameter(segment)) path[parameterName(segment)] = value
    else if (segment !== value) return null
  }
  const query = Object.fromEntries(url.searchParams)
  return { ...(Object.keys(path).length > 0 ? { path } : {}), ...(Object.keys(query).length > 0 ? { query } : {}) }
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
