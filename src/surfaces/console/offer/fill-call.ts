import type { AnyOffer } from '../../../offers/offer.ts'
import { fillTemplate, parametersOf } from '../../../offers/path-template.ts'

const maxCharacters = 4_000

/**
 * The address that a form without a script asks for, below the service's own: the route with its path and query filled in. Null for
 * one that is too long, or that would lead to another host.
 */
export function addressOfCall(offer: AnyOffer, form: URLSearchParams): string | null {
  const given = (part: string) =>
    [...form].flatMap(([name, value]) =>
      name.startsWith(`${part}.`) && value !== '' ? [[name.slice(part.length + 1), value] as const] : [],
    )
  const path = Object.fromEntries(given('path').filter(([name]) => parametersOf(offer.template).includes(name)))
  const query = new URLSearchParams(given('query').map(([name, value]): [string, string] => [name, value])).toString()
  const filled = fillTemplate(offer.template, path)
  const address = query === '' ? filled : `${filled}?${query}`
  // A route that begins with a parameter could make `//other.example`, which is another host.
  return address.length > maxCharacters || /^\/[/\\]/.test(address) ? null : address
}
