import type { Deliveries, NewDelivery } from '../../ledger/deliveries/delivery.ts'
import { writeCursor } from '../../offers/watchlist/cursor.ts'
import { compareItems, inOrder, type WatchedAnswer, type WatchedItem, type WatchedPage } from '../../offers/watchlist/watched-answer.ts'
import type { Day } from '../../offers/watchlist/day.ts'
import type { WatchlistRequest } from '../../offers/watchlist/watchlist-query.ts'
import { sha256 } from '../../shared/sha256.ts'

/** How long an item comes again without a charge: a caller that lost an answer asks again with a new payment. */
export const repeatedMs = 24 * 3_600_000
/** The most repeated items of one answer. */
const maxRepeated = 500

/** What one answer gives of a watchlist. */
export interface ChosenPage {
  readonly page: WatchedPage
  /** What it delivers that is charged; empty where nothing is. */
  readonly sold: readonly NewDelivery[]
  /** How many of those are not on record yet. */
  readonly added: number
}

/** How an item stands for this payer. */
type Standing = 'new' | 'repeated' | 'known' | 'withheld'

/** Name of an item in the ledger, where every name has the same length. */
export function itemHash(id: string): string {
  return sha256(id).slice(0, 32)
}

/**
 * Chooses what a payer gets of the items that a product found. New are those that were not delivered before, from the earliest day on
 * that this payer ever asked for, so that what appears late is found and what is older is not sold. Without `delivered` nothing is
 * known of the payer: everything since the day is sold.
 */
export function choosePage(watched: WatchedAnswer, delivered: Deliveries | null, now: number): ChosenPage {
  const { request } = watched
  const known = new Map(delivered?.items.map((one) => [one.item, one]))
  const firstDay = firstDayOf(request, delivered)
  const offered = inOrder(watched.items)
    .filter(({ day }) => day >= firstDay)
    .map((one) => ({ ...one, hash: itemHash(one.id) }))
  const standingOf = (hash: string): Standing => {
    const record = known.get(hash)
    if (!record) return 'new'
    if (record.withheld) return 'withheld'
    if (request.redeliver) return 'new'
    return now - record.deliveredAt < repeatedMs ? 'repeated' : 'known'
  }
  const isAfterCursor = (one: WatchedItem) => request.after === null || compareItems(one, request.after) > 0
  const standings = offered.map((one) => ({ ...one, standing: standingOf(one.hash) }))
  const repeats = standings.filter(({ standing }) => standing === 'repeated')
  const latest = new Set(
    repeats.toSorted((a, b) => known.get(b.hash)!.deliveredAt - known.get(a.hash)!.deliveredAt || compareItems(a, b)).slice(0, maxRepeated),
  )
  const list = standings.filter((one) => one.standing === 'new' || latest.has(one)).filter(isAfterCursor)
  const given = untilLimit(list, request.limit)
  const sold = given.filter(({ standing }) => standing === 'new')
  // What appeared late, before the place where a cursor goes on, is on none of its pages.
  const isPassedBy = (one: (typeof standings)[number]) => delivered !== null && !known.has(one.hash) && !isAfterCursor(one)
  const heldBack = standings.find((one) => one.standing === 'withheld' || isPassedBy(one))
  return {
    page: {
      items: given.map(({ item, standing }) => ({ item, repeated: standing === 'repeated' })),
      ...continuation(watched, { given, hasMore: given.length < list.length, heldBack: heldBack?.day ?? null }),
      repeatsLeftOut: repeats.length - latest.size,
    },
    sold: sold.map(({ hash, day }) => ({ item: hash, day })),
    added: sold.filter(({ hash }) => !known.has(hash)).length,
  }
}

function firstDayOf({ since, windowFrom, redeliver }: WatchlistRequest, delivered: Deliveries | null): Day {
  if (redeliver || delivered === null) return since
  const wanted = delivered.sinceDay !== null && delivered.sinceDay < since ? delivered.sinceDay : since
  return wanted > windowFrom ? wanted : windowFrom
}

/** The first items of a list, up to the last one that is new within the limit. */
function untilLimit<I extends { readonly standing: Standing }>(list: readonly I[], limit: number): I[] {
  let left = limit
  const end = list.findIndex(({ standing }) => standing === 'new' && left-- === 0)
  return end < 0 ? [...list] : list.slice(0, end)
}

interface Continued {
  readonly given: readonly Pick<WatchedItem, 'id' | 'day'>[]
  readonly hasMore: boolean
  /** Publication of the oldest item that may be sold later. */
  readonly heldBack: Day | null
}

/** Where the next call goes on: never past an item that this payer has yet to get. */
function continuation({ answeredUntil, request: { since } }: WatchedAnswer, { given, hasMore, heldBack }: Continued) {
  const last = given.at(-1)
  const days = [answeredUntil, ...(hasMore && last ? [last.day] : []), ...(heldBack === null ? [] : [heldBack])]
  const earliest = days.reduce((one, other) => (other < one ? other : one))
  return {
    nextSince: earliest > since ? earliest : since,
    hasMore,
    cursor: hasMore && last ? writeCursor({ since, after: { day: last.day, id: last.id } }) : null,
  }
}
