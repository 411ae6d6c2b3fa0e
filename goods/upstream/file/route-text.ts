import { methods, type Method } from '../door.ts'

/** A route as files and commands write it: `GET /tides/*`, where `*` is one or more segments. */
export interface RouteText {
  readonly method: Method
  /** The form that offers have: `/tides/{+path}`. */
  readonly template: string
}

const segment = /^(?:[A-Za-z0-9_~-][A-Za-z0-9._~-]*|\{[a-z][a-zA-Z0-9]*\})$/

/** The route, or why it is none. */
export function readRoute(text: string): RouteText | { readonly fault: string } {
  const [, name = '', path = ''] = /^([A-Za-z]+) +(\/\S*)$/.exec(text.trim()) ?? []
  const method = methods.find((one) => one === name.toUpperCase())
  if (path === '') return { fault: 'a method and a path, such as GET /tides/*' }
  if (method === undefined) return { fault: `one of the methods ${methods.join(', ')} and a path` }
  const template = readTemplate(path)
  return typeof template === 'string' ? { method, template } : template
}

/** The template of a path, or why it is none. */
export function readTemplate(path: string): string | { readonly fault: string } {
  if (path === '/') return { fault: 'a path below /, which the service itself answers at' }
  const segments = path.slice(1).split('/')
  const star = segments.indexOf('*')
  if (star >= 0 && star < segments.length - 1) return { fault: 'a path with * only at its end; use {name} for one segment in the middle' }
  const wrong = segments.find((one, index) => !segment.test(one) && index !== star)
  if (wrong !== undefined) {
    return { fault: `segments of letters, digits and . _ ~ -, or {name}, or * at the end, not "${wrong.slice(0, 40)}"` }
  }
  const names = segments.filter((one) => one.startsWith('{')).map((one) => one.slice(1, -1))
  const twice = names.find((one, index) => names.indexOf(one) !== index)
  if (twice !== undefined) return { fault: `different names of parameters, not {${twice}} twice` }
  if (star < 0) return path
  return `/${[...segments.slice(0, -1), `{+${restName(names)}}`].join('/')}`
}

/** What `*` is called as a parameter. */
function restName(taken: readonly string[]): string {
  return ['path', 'rest', 'restOfPath'].find((name) => !taken.includes(name)) ?? 'allTheRest'
}

/** The route in the form of files: `GET /tides/*`. */
export function routeText(method: string, template: string): string {
  return `${method} ${template.replace(/\{\+[a-zA-Z0-9]+\}$/, '*')}`
}
