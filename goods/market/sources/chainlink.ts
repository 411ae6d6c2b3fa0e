import { byAge, source } from '../../../src/goods/door.ts'
import type { Feed, Source } from '../../../src/goods/kit/http.ts'
import { onChainSource } from './on-chain-source.ts'
import { unreadable } from '../coins/chain-fault.ts'
import type { ChainPriceReader, FeedPrice } from '../coins/chain-price-reader.ts'
import { bookFreshness, priceFreshness, type Book } from '../coins/venue.ts'

export const chainlink = source({
  id: 'chainlink',
  name: 'Chainlink price feeds',
  licence: 'public blockchain data',
  attribution: 'Chainlink price feeds, read on chain',
  resale: 'open',
  homepage: 'https://docs.chain.link/data-feeds/price-feeds',
  onChain: ['base', 'ethereum', 'arbitrum', 'optimism'],
  // Feeds are contracts, which the service reads through its own nodes.
  baseUrl: 'caip10:',
  create: createChainlink,
})

export interface Chainlink {
  readonly source: Source
  /** Without a reader it is off. */
  readFrom(reader: ChainPriceReader): void
  /** By ticker; null for a coin without a feed on the networks of the service. */
  readonly price: Feed<FeedPrice | null>
  /** The price of 24 hours ago, by ticker; null where the feed does not tell it. */
  readonly dayAgo: Feed<FeedPrice | null>
  /** USDC in euro by the feeds of both in dollars: a price without orders. */
  readonly usdcEur: { readonly source: Source; readonly book: Feed<Book | null>; readonly depth: Feed<Book | null> }
}

/** The past of a day is searched for among rounds, so it is kept for longer: it is of 24 hours and up to ten minutes ago. */
const dayAgoFreshness = byAge({ refreshMs: 480_000, freshMs: 600_000, staleMs: 1_800_000 })

function createChainlink(declared: Source): Chainlink {
  let reader: ChainPriceReader | null = null
  const source = onChainSource(declared, () => (reader?.feedTickers.size ?? 0) > 0)
  const feedOf = (
    name: string,
    freshness: typeof dayAgoFreshness,
    read: (from: ChainPriceReader, ticker: string) => Promise<FeedPrice | string | null>,
  ) =>
    source.feed<FeedPrice | null>({
      name,
      size: 500,
      freshness,
      // The feed itself is asked whether it is frozen, by its own heartbeat: a price of an hour ago may be the present one.
      asOf: (value) => value?.observedAt ?? null,
      address: (ticker) => ticker,
      load: (ticker, signal) =>
        source.perform(
          async () => {
            if (reader === null || !reader.feedTickers.has(ticker)) return null
            const found = await read(reader, ticker)
            if (typeof found === 'string') throw unreadable(found)
            return found
          },
          { subject: ticker, signal },
        ),
    })
  const cross = source.feed<Book | null>({
    name: 'usdc-eur',
    size: 1,
    freshness: bookFreshness,
    asOf: (value) => value?.at ?? null,
    address: () => 'USDC',
    load: (_, signal) =>
      source.perform(
        async () => {
          const [usdc, eur] = await Promise.all([reader?.feedPrice('USDC'), reader?.feedPrice('EUR')])
          const fault = [usdc, eur].find((one) => typeof one === 'string')
          if (typeof fault === 'string') throw unreadable(fault)
          if (typeof usdc !== 'object' || typeof eur !== 'object' || !usdc || !eur) return null
          const rate = (Number(usdc.usd) / Number(eur.usd)).toFixed(12)
          return { bid: rate, ask: rate, at: Math.min(usdc.observedAt, eur.observedAt) }
        },
        { subject: 'usdc-eur', signal },
      ),
  })
  const hasEuro = () => ['USDC', 'EUR'].every((ticker) => reader?.feedTickers.has(ticker) === true)
  return {
    source,
    readFrom: (given) => void (reader = given),
    usdcEur: { source: onChainSource(source, hasEuro), book: cross, depth: cross },
    // A coin that the tables have, and whose contracts are not what they should be, is not an unknown one.
    price: feedOf('price', priceFreshness, async (from, ticker) => (await from.feedPrice(ticker)) ?? 'left_out'),
    dayAgo: feedOf('day-ago', dayAgoFreshness, (from, ticker) => from.feedPriceDayAgo(ticker)),
  }
}
