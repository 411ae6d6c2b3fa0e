import { isReservedPath } from '../door.ts'
import { readRoute, readTemplate } from '../file/route-text.ts'

/** The route of an operation, the path at the API where that is another one, and what its parameters are called in the document. */
export interface ImportedRoute {
  readonly route: string
  readonly path: string | null
  /** From the names in the route to those in the document. */
  readonly names: ReadonlyMap<string, string>
}

/** Paths that the service keeps for itself are sold below this one. */
const ownFolder = '/api'

export function routeOf(method: string, path: string): ImportedRoute | { readonly fault: string } {
  const names = new Map<string, string>()
  const segments = path.replace(/\/+$/, '').slice(1).split('/')
  for (const [index, segment] of segments.entries()) {
    if (!segment.includes('{')) continue
    const name = /^\{([^{}]+)\}$/.exec(segment)?.[1]
    if (name === undefined) return { fault: 'a parameter is only a part of its segment' }
    const own = ownName(name, names)
    names.set(own, name)
    segments[index] = `{${own}}`
  }
  const target = `/${segments.join('/')}`
  const isReserved = isReservedPath(target)
  const read = readTemplate(isReserved ? ownFolder + target : target)
  if (typeof read !== 'string' && !isReserved) return read
  const route = `${method} ${isReserved ? (target === '/' ? ownFolder : ownFolder + target) : target}`
  const checked = readRoute(route)
  if ('fault' in checked) return checked
  if (path.length > 1 && path.endsWith('/')) return { fault: 'its path ends with a slash' }
  return { route, path: isReserved && target !== '/' ? target : null, names }
}

/** `user-id` as `userId`, since names of parameters here are letters and digits. */
function ownName(name: string, taken: ReadonlyMap<string, string>): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== '')
  const joined = words
    .map((word, index) => (index === 0 ? word.charAt(0).toLowerCase() : word.charAt(0).toUpperCase()) + word.slice(1))
    .join('')
  const own = /^[a-z]/.test(joined) ? joined : `p${joined}`
  return taken.has(own) ? ownName(`${own}2`, taken) : own
}
