import type { AnyOffer } from '../../../offers/offer.ts'
import { lineOf } from '../../../offers/line-of.ts'

/** What a visitor looks for. It comes from the address of the page, so that searching needs no script. */
export interface CatalogQuery {
  readonly text: string
  /** Empty for all lines. */
  readonly line: string
  readonly cost: Cost
}

export const costs = ['any', 'free', 'paid'] as const
export type Cost = (typeof costs)[number]

const maxCharacters = 100

export function readCatalogQuery(search: URLSearchParams): CatalogQuery {
  const cost = search.get('cost')
  return {
    text: (search.get('q') ?? '').slice(0, maxCharacters).trim(),
    line: (search.get('line') ?? '').slice(0, maxCharacters),
    cost: costs.find((one) => one === cost) ?? 'any',
  }
}

export function asksForAll({ text, line, cost }: CatalogQuery): boolean {
  return text === '' && line === '' && cost === 'any'
}

/** Whether an offer is shown: every word of the text is somewhere in what is said of it. */
export function isWanted(offer: AnyOffer, { text, line, cost }: CatalogQuery): boolean {
  if (line !== '' && lineOf(offer) !== line) return false
  if (cost !== 'any' && isFreeToTry(offer) !== (cost === 'free')) return false
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const said = searchText(offer)
  return words.every((word) => said.includes(word))
}

/** Free calls of a daily quota cost nothing either. */
export function isFreeToTry({ access }: AnyOffer): boolean {
  return access.kind === 'free' || access.kind === 'daily-quota'
}

export function searchText(offer: AnyOffer): string {
  return `${offer.id} ${offer.title} ${offer.purpose} ${offer.template}`.toLowerCase()
}
