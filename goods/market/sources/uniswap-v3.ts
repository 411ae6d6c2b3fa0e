import type { Feed, Source } from '../../../src/goods/kit/http.ts'
import { source } from '../../../src/goods/door.ts'
import { onChainSource } from './on-chain-source.ts'
import { isFailing, unreadable } from '../coins/chain-fault.ts'
import type { DepthBook } from '../coins/depth-feed.ts'
import { poolBook } from '../coins/pool-book.ts'
import type { ChainPriceReader, PoolPrice } from '../coins/chain-price-reader.ts'
import type { PoolCandleReader } from '../coins/pool-candle-reader.ts'
import { bookFreshness, priceFreshness, type Book } from '../coins/venue.ts'

export const uniswapV3 = source({
  id: 'uniswap-v3',
  name: 'Uniswap v3 pools',
  licence: 'public blockchain data',
  attribution: 'Uniswap v3 pools, read on chain',
  resale: 'open',
  homepage: 'https://docs.uniswap.org/contracts/v3/overview',
  onChain: ['base', 'ethereum', 'arbitrum', 'optimism'],
  // Pools are contracts, which the service reads through its own nodes.
  baseUrl: 'caip10:',
  create: createUniswapV3,
})

export interface UniswapV3 {
  readonly source: Source
  /** Whether the operator has it on, whatever the networks have. */
  isSwitchedOn(): boolean
  /** Without readers it is off. */
  readFrom(prices: ChainPriceReader, candles: PoolCandleReader | null): void
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

function createUniswapV3(declared: Source): UniswapV3 {
  let reader: ChainPriceReader | null = null
  let candleReader: PoolCandleReader | null = null
  const source = onChainSource(declared, () => (reader?.poolTickers.size ?? 0) > 0)
  const prices = source.feed<readonly PoolPrice[]>({
    name: 'prices',
    size: 500,
    freshness: priceFreshness,
    asOf: (pools) => (pools.length === 0 ? null : Math.min(...pools.map(({ observedAt }) => observedAt))),
    address: (ticker) => ticker,
    load: (ticker, signal) =>
      source.perform(
        async () => {
          if (reader === null || !reader.poolTickers.has(ticker)) return []
          const { prices: found, faults } = await reader.poolPrices(ticker)
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
          const { prices: pools, faults } = (await reader?.poolPrices('EURC')) ?? { prices: [], faults: [] }
          if (pools.length === 0 && faults.some(isFailing)) throw unreadable(faults.find(isFailing) ?? '')
          const [deepest] = pools.filter(({ quote }) => quote.ticker === 'USDC').toSorted((a, b) => b.depthUsd - a.depthUsd)
          return deepest ? poolBook(deepest) : null
        },
        { subject: 'usdc-eur', signal },
      ),
  })
  const hasEuro = () => reader?.poolTickers.has('EURC') === true
  const hasCandles = () => (candleReader?.tickers.size ?? 0) > 0
  const candles = {
    source: onChainSource(source, hasCandles),
    get reader() {
      return candleReader
    },
    setting: 'INDEX_POOLS',
    // What is indexed is there whether or not nodes answer.
    hasCached: () => true,
  }
  return {
    source,
    isSwitchedOn: () => declared.enabled,
    readFrom(prices, candles) {
      reader = prices
      candleReader = candles
    },
    prices,
    candles,
    usdcEur: { source: onChainSource(source, hasEuro), book: depth, depth },
  }
}
