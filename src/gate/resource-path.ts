import type { AnyOffer } from '../offers/offer.ts'
import type { RawInput } from './input.ts'

/** The path and query of a call, made from its input and never from the Host header or the request line. */
export function resourcePath({ template }: AnyOffer, { path, query }: RawInput): string {
  const filled = template.includes('{')
    ? template.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? `{${name}}`))
    : template
  if (Object.keys(query).length === 0) return filled
  const search = new URLSearchParams(query).toString()
  return search === '' ? filled : `${filled}?${search}`
}
