import type { AnyOffer } from '../../offers/offer.ts'
import { nameSome } from '../../shared/name-some.ts'
import { maxNamed } from './settlement-rule.ts'

/** What a payer of a watchlist is charged for, for the documents of an offer. */
export interface WatchlistRule {
  /** A member of the terms and of the OpenAPI operation. */
  readonly member: { readonly charged: 'new_items'; readonly items: string; readonly note: string }
  /** A sentence for people and models. */
  readonly words: string
  /** The same in a few words, for lists that models read with every request. */
  readonly short: string
}

/** Null for an offer whose every answer is charged alike. */
export function watchlistRule({ watchlist }: AnyOffer): WatchlistRule | null {
  if (!watchlist) return null
  const { items } = watchlist
  return {
    member: {
      charged: 'new_items',
      items,
      note: `A wallet is charged only for an answer with ${items} that it was not given before. Ask again with since set to the last next_since. Items of the last 24 hours come again, marked as repeated and not charged, in case an answer was lost. A poll that brings nothing new is not charged, and may be repeated after a minute. watch=NAME keeps several consumers of one wallet apart; redeliver=true buys everything again.`,
    },
    short: `A wallet is charged only for ${items} that it was not given before.`,
    words: `A wallet is charged only for ${items} that it was not given before: it asks again with since set to the last next_since, and a call with nothing new is not charged.`,
  }
}

/** For documents of the whole service: the sentence with the offers that it holds for. */
export function watchlistSentences(offers: readonly AnyOffer[]): string[] {
  const ids = offers.filter(({ watchlist }) => watchlist).map(({ id }) => id)
  if (ids.length === 0) return []
  return [
    `${nameSome(ids, maxNamed)}: a wallet is charged only for items that it was not given before. Ask again with since set to the last next_since; a call with nothing new is not charged.`,
  ]
}
