import { createSource, type Source, type SourceParts } from '../../policy/create-source.ts'
import { isFailing, unreadable } from '../../coins/chain-fault.ts'
import type { DepthBook } from '../../coins/depth-feed.ts'
import { poolBook } from '../../coins/pool-book.ts'
import type { ChainPriceReader, PoolPrice } from '../../coins/chain-price-reader.ts'
import type { PoolCandleReader } from '../../coins/pool-candle-reader.ts'
import type { Feed } from '../../policy/feed.ts'
import { bookFreshness, priceFreshness, type Book } from '../../coins/venue.ts'
import type { SourceTerms } from '../../policy/source.ts'

export const uniswapV3Terms: SourceTerms = {
  id: 'uniswap-v3',
  name: 'Uniswap v3 pools',
  licence: 'public blockchain data',
  attribution: 'Uniswap v3 pools, read on chain',
  resale: 'open',
  homepage: 'https://docs.uniswap.org/contracts/v3/overview',
  onChain: ['base', 'ethereum', 'arbitrum', 'optimism'],
}
/** Pools are contracts, which the service reads through its own nodes. */
export const uniswapV3BaseUrl = 'caip10:'

export interface UniswapV3 {
  readonly source: Source
  /** The means of half an hour in the coin's pools, by ticker, one for a network; none for a coin without a pool. */
  readonly prices: Feed<readonly PoolPrice[]>
  /** Candles of the coins whose pools are indexed; the reader is null where none is. */
  readonly candles: {
    readonly source: Source
    readonly reader: PoolCandleReader | null
    /** The setting that switches the index on. */
    readonly setting: string
    hasCached(): boolean
  }
  /** The deepest pool of EURC and USDC as a venue for USDC in euro: one EURC counts as one euro. */
  readonly usdcEur: { readonly source: Source; readonly book: Feed<Book | null>; readonly depth: Feed<DepthBook | null> }
}

export function createUniswapV3(
  declared: {
    baseUrl: string
    enabled: boolean
    chainPrices: ChainPriceReader | null
    poolCandles: PoolCandleReader | null
  },
  parts: SourceParts,
): UniswapV3 {
  const { chainPrices } = declared
  const enabled = declared.enabled && (chainPrices?.poolTickers.size ?? 0) > 0
  const source = createSource({ terms: uniswapV3Terms, baseUrl: declared.baseUrl, enabled }, parts)
  const prices = source.feed<readonly PoolPrice[]>({
    name: 'prices',
    size: 500,
    freshness: priceFreshness,
    asOf: (pools) => (pools.length === 0 ? null : Math.min(...pools.map(({ observedAt }) => observedAt))),
    address: (ticker) => ticker,
    load: (ticker, signal) =>
      source.perform(
        async () => {
          if (chainPrices === null || !chainPrices.poolTickers.has(ticker)) return []
          const { prices: found, faults } = await chainPrices.poolPrices(ticker)
          // A pool that is thin or restless is not a failure: it is no price now.
          if (found.length === 0 && faults.some(isFailing)) throw unreadable(faults.find(isFailing) ?? '')
          return found
        },
        { subject: ticker, signal },
      ),
  })
  const depth = source.feed<DepthBook | null>({
    name: 'usdc-eur',
    size: 1,
    freshness: bookFreshness,
    asOf: (value) => value?.at ?? null,
    address: () => 'EURC',
    load: (_, signal) =>
      source.perform(
        async () => {
          const { prices: pools, faults } = (await chainPrices?.poolPrices('EURC')) ?? { prices: [], faults: [] }
          if (pools.length === 0 && faults.some(isFailing)) throw unreadable(faults.find(isFailing) ?? '')
          const [deepest] = pools.filter(({ quote }) => quote.ticker === 'USDC').toSorted((a, b) => b.depthUsd - a.depthUsd)
          return deepest ? poolBook(deepest) : null
        },
        { subject: 'usdc-eur', signal },
      ),
  })
  const hasEuro = enabled && chainPrices?.poolTickers.has('EURC') === true
  const hasCandles = enabled && (declared.poolCandles?.tickers.size ?? 0) > 0
  const candles = {
    source: { ...source, enabled: hasCandles },
    reader: declared.poolCandles,
    setting: 'INDEX_POOLS',
    // What is indexed is there whether or not nodes answer.
    hasCached: () => true,
  }
  return { source, prices, candles, usdcEur: { source: { ...source, enabled: hasEuro }, book: depth, depth } }
}
