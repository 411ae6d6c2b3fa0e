import type { Feed, Source, UpstreamResponse } from '../../../src/goods/kit/http.ts'
import { bookFreshness, priceAge, type Book } from './venue.ts'

/** How to ask a venue for the best prices of a market. */
export interface BookQuestion {
  pathOf(market: string): string
  /** Statuses besides 2xx that `read` understands. */
  readonly alsoAccept?: readonly number[]
  /** Null for a market that the venue does not have. @throws UpstreamError */
  read(answer: UpstreamResponse, market: string): Book | null
}

/** The order books of a venue, by market, with the same cache and freshness for every venue. */
export function bookFeed(source: Source, { pathOf, alsoAccept = [], read }: BookQuestion): Feed<Book | null> {
  return source.feed<Book | null>({
    name: 'book',
    size: 50,
    freshness: bookFreshness,
    asOf: (value) => value?.at ?? null,
    ownAge: priceAge,
    address: pathOf,
    load: (market, signal) => source.ask({ path: pathOf(market), alsoAccept, read: (answer) => read(answer, market) }, signal),
  })
}
