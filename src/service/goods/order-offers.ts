import type { AnyOffer } from '../../offers/offer.ts'
import type { LineOffer } from './open-goods.ts'

/** Free ones, those with a daily quota, those with a price, and those without even a free first call. */
const ranks = ['free', 'daily-quota'] as const

function rankOf({ access, firstCallFree }: AnyOffer): number {
  const at = ranks.findIndex((kind) => kind === access.kind)
  if (at !== -1) return at
  return ranks.length + (firstCallFree ? 0 : 1)
}

/**
 * All offers in the order of documents: by how they are sold, and then by their lines. Those of lines that did not come with the service are
 * the last.
 * @param own those of the service, in their order: the first of their kind
 * @param order the names of the lines that come with the service
 */
export function inDocumentOrder(own: readonly AnyOffer[], others: readonly LineOffer[], order: readonly string[]): readonly AnyOffer[] {
  const placed: { readonly line: string | null; readonly offer: AnyOffer }[] = own.map((offer) => ({ line: null, offer }))
  const last: AnyOffer[] = []
  for (const one of others) {
    const place = order.indexOf(one.line)
    if (place === -1) last.push(one.offer)
    else {
      const rank = rankOf(one.offer)
      const isLater = ({ line, offer }: (typeof placed)[number]) =>
        rankOf(offer) > rank || (rankOf(offer) === rank && line !== null && order.indexOf(line) > place)
      const at = placed.findIndex(isLater)
      placed.splice(at === -1 ? placed.length : at, 0, one)
    }
  }
  return [...placed.map(({ offer }) => offer), ...last]
}
