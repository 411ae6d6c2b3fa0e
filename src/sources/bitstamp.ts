import { z } from 'zod'
import { bookFeed } from './book-feed.ts'
import { createSource } from './create-source.ts'
import type { Source, SourceParts } from './create-source.ts'
import type { Feed } from './feed.ts'
import { readJson } from './read-json.ts'
import { checkBook, venueTerms } from './venue.ts'
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
  const book = bookFeed(source, {
    pathOf,
    alsoAccept: [404],
    read(answer) {
      if (answer.status === 404) return null
      const read = readJson(answer, ticker)
      return checkBook(read, read.timestamp === undefined ? null : Number(read.timestamp) * 1000)
    },
  })
  return { source, book }
}
