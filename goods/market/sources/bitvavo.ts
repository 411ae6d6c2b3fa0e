import { readJson, source, z } from '../../../src/goods/door.ts'
import { type Feed, type Source, UpstreamGarbage, validRows } from '../../../src/goods/kit/http.ts'
import { lastSecond } from '../../../src/goods/kit/time.ts'
import { bookFeed } from '../coins/book-feed.ts'
import { checkDepth, depthFeed, depthRows, maxLevels, type DepthBook } from '../coins/depth-feed.ts'
import { checkBook, venueTerms } from '../coins/venue.ts'
import type { Book } from '../coins/venue.ts'

export const bitvavo = source({
  ...venueTerms('bitvavo', 'Bitvavo', 'https://docs.bitvavo.com/'),
  baseUrl: 'https://api.bitvavo.com',
  create: createBitvavo,
})

export interface Bitvavo {
  readonly source: Source
  /** By market (`USDC-EUR`); null for an unknown one. */
  readonly book: Feed<Book | null>
  /** By the same markets. */
  readonly depth: Feed<DepthBook | null>
}

const price = z.string().nullish()
/** In nanoseconds; milliseconds in older answers. */
const timestamp = z.number().positive().nullish().catch(null)
const ticker = z.object({ market: z.string(), bid: price, ask: price, timestamp })
/** One market, or a list that has it among others. */
const tickers = z.union([ticker, z.array(z.unknown()).max(5_000)])
const orderBook = depthRows.extend({ market: z.string(), timestamp })

function createBitvavo(source: Source): Bitvavo {
  const pathOf = (market: string) => `/v2/ticker/book?market=${encodeURIComponent(market)}`
  const book = bookFeed(source, {
    pathOf,
    alsoAccept: [400, 404],
    read(answer, market) {
      if (answer.status !== 200) return null
      const read = validRows([readJson(answer, tickers)].flat(), ticker).find((one) => one.market === market)
      if (!read) throw new UpstreamGarbage('wrong_shape')
      return checkBook(read, timeOf(read))
    },
  })
  const depth = depthFeed(source, {
    pathOf: (market) => `/v2/${encodeURIComponent(market)}/book?depth=${maxLevels}`,
    alsoAccept: [400, 404],
    read(answer, market) {
      if (answer.status !== 200) return null
      const read = readJson(answer, orderBook)
      if (read.market !== market) throw new UpstreamGarbage('wrong_shape')
      return checkDepth(read, timeOf(read))
    },
  })
  return { source, book, depth }
}

/** No time of our era has so many milliseconds, and every one since 1974 has more nanoseconds. */
const nanosecondsFrom = 1e17

function timeOf({ timestamp: at }: { readonly timestamp?: number | null | undefined }): number | null {
  if (at === null || at === undefined) return null
  const ms = Math.floor(at >= nanosecondsFrom ? at / 1e6 : at)
  return ms <= lastSecond * 1_000 ? ms : null
}
