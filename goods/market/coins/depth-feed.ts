import { z } from '../../../src/goods/door.ts'
import { checkShape, type Feed, parseRate, type Source, UpstreamGarbage, type UpstreamResponse } from '../../../src/goods/kit/http.ts'
import { bookFreshness, checkBook, priceAge, type Book } from './venue.ts'

/** One price of an order book. Both are fixed point with 18 decimal places. */
export interface BookLevel {
  /** In the quote currency. */
  readonly price: bigint
  /** How much of the base currency is wanted at this price. */
  readonly size: bigint
}

/** The bids of a venue's order book, best first, and its best prices. */
export interface DepthBook extends Book {
  readonly bids: readonly BookLevel[]
}

/** How to ask a venue for the order book of a market. */
export interface DepthQuestion {
  pathOf(market: string): string
  /** Statuses besides 2xx that `read` understands. */
  readonly alsoAccept?: readonly number[]
  /** Null for a market that the venue does not have. @throws UpstreamError */
  read(answer: UpstreamResponse, market: string): DepthBook | null
}

/** Levels that are used of each side. A venue that sends more is read up to here, so its book may cover more than we say. */
export const maxLevels = 1_000
/** Levels and characters that a venue may send. Coinbase sends its whole book. */
const maxRows = 20_000
const maxBytes = 2_000_000

const decimal = z.string().regex(/^(?:0|[1-9]\d{0,17})(?:\.\d{1,18})?$/)
/** Price and size; venues add a time or a number of orders. */
const level = z.tuple([decimal, decimal], z.union([z.number(), z.string()]))

/** Both sides as venues send them. The levels are checked by `checkDepth`, and only as many as are used. */
export const depthRows = z.object({ bids: z.array(z.unknown()).max(maxRows), asks: z.array(z.unknown()).max(maxRows) })

/** The order books of a venue with their levels, by market. */
export function depthFeed(source: Source, { pathOf, alsoAccept = [], read }: DepthQuestion): Feed<DepthBook | null> {
  return source.feed<DepthBook | null>({
    name: 'depth',
    size: 10,
    freshness: bookFreshness,
    asOf: (value) => value?.at ?? null,
    ownAge: priceAge,
    address: pathOf,
    load: (market, signal) => source.ask({ path: pathOf(market), alsoAccept, maxBytes, read: (answer) => read(answer, market) }, signal),
  })
}

/**
 * Null for a market in which one side offers nothing.
 * @param at time of the order book in milliseconds; null when the venue gives none.
 * @throws UpstreamGarbage for levels that are no numbers or not sorted, best first, or a bid above the best ask.
 */
export function checkDepth(rows: z.output<typeof depthRows>, at: number | null): DepthBook | null {
  const [bids, asks] = [levelsOf(rows.bids), levelsOf(rows.asks)]
  const [bid, ask] = [bids[0], asks[0]]
  if (!bid || !ask) return null
  if (bids.some(({ price }, index) => price > (bids[index - 1]?.price ?? price))) throw new UpstreamGarbage('wrong_shape')
  if (asks.some(({ price }, index) => price < (asks[index - 1]?.price ?? price))) throw new UpstreamGarbage('wrong_shape')
  const best = checkBook({ bid: bid.text, ask: ask.text }, at)
  return best && { ...best, bids: bids.map(({ price, size }) => ({ price, size })) }
}

/** Kraken rounds sizes to three places, so a tiny order has the size 0. It buys nothing, and is left out. */
function levelsOf(rows: readonly unknown[]) {
  return checkShape(rows.slice(0, maxLevels), z.array(level))
    .map(([text, size]) => ({ text, price: parseRate(text), size: parseRate(size) }))
    .filter(({ size }) => size > 0n)
}
