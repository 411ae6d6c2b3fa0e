import type { Day } from './day.ts'
import type { WatchlistRequest } from './watchlist-query.ts'

/** Something that a payer is charged for once: a notice, an event. */
export interface WatchedItem<I = unknown> {
  /** The same thing has the same id in every answer, whatever its query; at most 200 characters. */
  readonly id: string
  /** When it was published. */
  readonly day: Day
  readonly item: I
}

/** The part of all items that one answer gives. */
export interface WatchedPage<I = unknown> {
  /** The oldest first. */
  readonly items: readonly { readonly item: I; readonly repeated: boolean }[]
  readonly nextSince: Day
  /** There are more items than `limit`. */
  readonly hasMore: boolean
  /** Asks for what follows this page; null where nothing does. */
  readonly cursor: string | null
  /** Items of the last 24 hours that are not given again here, since there are too many of them. */
  readonly repeatsLeftOut: number
}

/**
 * What a product gives whose answers are charged by the watchlist rule: all that it has from the first day of the window on. The gate
 * chooses what this payer gets of it.
 */
export interface WatchedAnswer<A = unknown, I = unknown> {
  /** What the call asked for, as the product read it. */
  readonly request: WatchlistRequest
  /** In any order; an id that comes twice counts once. */
  readonly items: readonly WatchedItem<I>[]
  /** The last day for which all sources have answered; today where they all did. */
  readonly answeredUntil: Day
  /** Whether an upstream was asked for this call: where that brought nothing, the run counts as an uncharged one. */
  readonly asked: boolean
  body(page: WatchedPage<I>): A
}

/** The answer of a caller whom nothing was delivered to yet, in one page. */
export function wholeAnswer<A, I>({ items, request, answeredUntil, body }: WatchedAnswer<A, I>): A {
  const sorted = inOrder(items).filter(({ day }) => day >= request.since)
  return body({
    items: sorted.map(({ item }) => ({ item, repeated: false })),
    nextSince: answeredUntil,
    hasMore: false,
    cursor: null,
    repeatsLeftOut: 0,
  })
}

/** The oldest first, each id once. */
export function inOrder<I>(items: readonly WatchedItem<I>[]): WatchedItem<I>[] {
  const byId = new Map(items.map((one) => [one.id, one]))
  return [...byId.values()].toSorted(compareItems)
}

/** Orders items by day, then by id. */
export function compareItems(one: Pick<WatchedItem, 'id' | 'day'>, other: Pick<WatchedItem, 'id' | 'day'>): number {
  return compare(one.day, other.day) || compare(one.id, other.id)
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}
