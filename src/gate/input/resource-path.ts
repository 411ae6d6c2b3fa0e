import type { AnyOffer } from '../../offers/offer.ts'
import { fillTemplate } from '../../offers/path-template.ts'
import type { RawInput } from './input.ts'

/**
 * The path and query of the resource that a call asks for, never with the Host header. In the caller's own spelling, since clients
 * compare it with the URL that they asked for, byte by byte.
 */
export function resourcePath({ template }: AnyOffer, { path, query, asked }: RawInput): string {
  if (asked !== undefined) return asked
  const filled = fillTemplate(template, path, (name) => `{${name}}`)
  if (Object.keys(query).length === 0) return filled
  const search = new URLSearchParams(query).toString()
  return search === '' ? filled : `${filled}?${search}`
}
