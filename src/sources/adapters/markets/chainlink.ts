import { byAge, type Feed } from '../../policy/feed.ts'
import { createSource, type Source, type SourceParts } from '../../policy/create-source.ts'
import { unreadable } from '../../coins/chain-fault.ts'
import type { ChainPriceReader, FeedPrice } from '../../coins/chain-price-reader.ts'
import { bookFreshness, priceFreshness, type Book } from '../../coins/venue.ts'
import type { SourceTerms } from '../../policy/source.ts'

export const chainlinkTerms: SourceTerms = {
  id: 'chainlink',
  name: 'Chainlink price feeds',
  licence: 'public blockchain data',
  attribution: 'Chainlink price feeds, read on chain',
  resale: 'open',
  homepage: 'https://docs.chain.link/data-feeds/price-feeds',
  onChain: ['base', 'ethereum', 'arbitrum', 'optimism'],
}
/** Feeds are contracts, which the service reads through its own nodes. */
export const chainlinkBaseUrl = 'caip10:'

export interface Chainlink {
  readonly source: Source
  /** By ticker; null for a coin without a feed on the networks of the service. */
  readonly price: Feed<FeedPrice | null>
  /** The price of 24 hours ago, by ticker; null where the feed does not tell it. */
  readonly dayAgo: Feed<FeedPrice | null>
  /** USDC in euro by the feeds of both in dollars: a price without orders. */
  readonly usdcEur: { readonly source: Source; readonly book: Feed<Book | null>; readonly depth: Feed<Book | null> }
}

/** The past of a day is searched for among rounds, so it is kept for longer: it is of 24 hours and up to ten minutes ago. */
const dayAgoFreshness = byAge({ refreshMs: 480_000, freshMs: 600_000, staleMs: 1_800_000 })

export function createChainlink(
  declared: { baseUrl: string; enabled: boolean; chainPrices: ChainPriceReader | null },
  parts: SourceParts,
): Chainlink {
  const { chainPrices } = declared
  const enabled = declared.enabled && (chainPrices?.feedTickers.size ?? 0) > 0
  const source = createSource({ terms: chainlinkTerms, baseUrl: declared.baseUrl, enabled }, parts)
  const feedOf = (
    name: string,
    freshness: typeof dayAgoFreshness,
    read: (reader: ChainPriceReader, ticker: string) => Promise<FeedPrice | string | null>,
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
            if (chainPrices === null || !chainPrices.feedTickers.has(ticker)) return null
            const found = await read(chainPrices, ticker)
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
          const [usdc, eur] = await Promise.all([chainPrices?.feedPrice('USDC'), chainPrices?.feedPrice('EUR')])
          const fault = [usdc, eur].find((one) => typeof one === 'string')
          if (typeof fault === 'string') throw unreadable(fault)
          if (typeof usdc !== 'object' || typeof eur !== 'object' || !usdc || !eur) return null
          const rate = (Number(usdc.usd) / Number(eur.usd)).toFixed(12)
          return { bid: rate, ask: rate, at: Math.min(usdc.observedAt, eur.observedAt) }
        },
        { subject: 'usdc-eur', signal },
      ),
  })
  const hasEuro = enabled && ['USDC', 'EUR'].every((ticker) => chainPrices?.feedTickers.has(ticker))
  return {
    source,
    usdcEur: { source: { ...source, enabled: hasEuro }, book: cross, depth: cross },
    // A coin that the tables have, and whose contracts are not what they should be, is not an unknown one.
    price: feedOf('price', priceFreshness, async (reader, ticker) => (await reader.feedPrice(ticker)) ?? 'left_out'),
    dayAgo: feedOf('day-ago', dayAgoFreshness, (reader, ticker) => reader.feedPriceDayAgo(ticker)),
  }
}
