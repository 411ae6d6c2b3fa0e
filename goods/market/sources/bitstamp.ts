import { readJson, source, z } from '../../../src/goods/door.ts'
import type { Feed, Source } from '../../../src/goods/kit/http.ts'
import { lastSecond } from '../../../src/goods/kit/time.ts'
import { bookFeed } from '../coins/book-feed.ts'
import { checkDepth, depthFeed, depthRows, type DepthBook } from '../coins/depth-feed.ts'
import { checkBook, venueTerms } from '../coins/venue.ts'
import type { Book } from '../coins/venue.ts'

export const bitstamp = source({
  ...venueTerms('bitstamp', 'Bitstamp', 'https://www.bitstamp.net/api/'),
  baseUrl: 'https://www.bitstamp.net',
  create: createBitstamp,
})

export interface Bitstamp {
  readonly source: Source
  /** By market (`usdceur`); null for an unknown one. */
  readonly book: Feed<Book | null>
  /** By the same markets. */
  readonly depth: Feed<DepthBook | null>
}

const seconds = z.union([z.string().regex(/^\d{9,11}$/), z.int().positive().max(lastSecond)])
const ticker = z.object({ bid: z.string().nullable(), ask: z.string().nullable(), timestamp: seconds.optional() })
const orderBook = depthRows.extend({ timestamp: seconds })

function createBitstamp(source: Source): Bitstamp {
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
  const depth = depthFeed(source, {
    pathOf: (market) => `/api/v2/order_book/${encodeURIComponent(market)}/`,
    alsoAccept: [404],
    read(answer) {
      if (answer.status === 404) return null
      const read = readJson(answer, orderBook)
      return checkDepth(read, Number(read.timestamp) * 1000)
    },
  })
  return { source, book, depth }
}
