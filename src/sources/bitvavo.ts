import { z } from 'zod'
import { UpstreamGarbage } from '../net/upstream-errors.ts'
import { bookFeed } from './book-feed.ts'
import { createSource } from './create-source.ts'
import type { Source, SourceParts } from './create-source.ts'
import type { Feed } from './feed.ts'
import { readJson } from './read-json.ts'
import { checkBook, venueTerms } from './venue.ts'
import type { Book } from './venue.ts'

export const bitvavoTerms = venueTerms('bitvavo', 'Bitvavo', 'https://docs.bitvavo.com/')
export const bitvavoBaseUrl = 'https://api.bitvavo.com'

export interface Bitvavo {
  readonly source: Source
  /** By market (`USDC-EUR`); null for a market that it does not have. */
  readonly book: Feed<Book | null>
}

const ticker = z.object({ market: z.string(), bid: z.string(), ask: z.string() })

export function createBitvavo(declared: { baseUrl: string; enabled: boolean }, parts: SourceParts): Bitvavo {
  const source = createSource({ terms: bitvavoTerms, ...declared }, parts)
  const pathOf = (market: string) => `/v2/ticker/book?market=${encodeURIComponent(market)}`
  const book = bookFeed(source, {
    pathOf,
    alsoAccept: [400, 404],
    read(answer, market) {
      if (answer.status !== 200) return null
      const read = readJson(answer, ticker)
      if (read.market !== market) throw new UpstreamGarbage('wrong_shape')
      return checkBook(read, null)
    },
  })
  return { source, book }
}
