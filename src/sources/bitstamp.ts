import { z } from 'zod'
import { createSource } from './create-source.ts'
import type { Source, SourceParts } from './create-source.ts'
import type { Feed } from './feed.ts'
import { readJson } from './read-json.ts'
import { bookFreshness, checkBook, venueTerms } from './venue.ts'
import type { Book } from './venue.ts'

export const bitstampTerms = venueTerms('bitstamp', 'Bitstamp', 'https://www.bitstamp.net/api/')
export const bitstampBaseUrl = 'https://www.bitstamp.net'

export interface Bitstamp {
  readonly source: Source
  /** By market (`usdceur`); null for a market that it does not have. */
  readonly book: Feed<Book | null>
}

const ticker = z.object({
  bid: z.string(),
  ask: z.string(),
  timestamp: z
    .string()
    .regex(/^\d{9,11}$/)
    .optional(),
})

export function createBitstamp(declared: { baseUrl: string; enabled: boolean }, parts: SourceParts): Bitstamp {
  const source = createSource({ terms: bitstampTerms, ...declared }, parts)
  const pathOf = (market: string) => `/api/v2/ticker/${encodeURIComponent(market)}/`
  const book = source.feed<Book | null>({
    name: 'book',
    size: 50,
    freshness: bookFreshness,
    asOf: (value) => value?.at ?? null,
    address: pathOf,
    load: (market, signal) =>
      source.ask(
        {
          path: pathOf(market),
          alsoAccept: [404],
          read(answer) {
            if (answer.status === 404) return null
            const read = readJson(answer, ticker)
            return checkBook(read, read.timestamp === undefined ? null : Number(read.timestamp) * 1000)
          },
        },
        signal,
      ),
  })
  return { source, book }
}
