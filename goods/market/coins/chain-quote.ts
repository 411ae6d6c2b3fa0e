import type { FeedOptions, Sourced, SourceStamp } from '../../../src/goods/kit/http.ts'
import { asFailure, isFailure, type SourceFailure } from '../../../src/goods/kit/several-sources.ts'
import type { Chainlink } from '../sources/chainlink.ts'
import type { UniswapV3 } from '../sources/uniswap-v3.ts'
import type { OriginPrice } from './agree-prices.ts'
import type { FeedPrice, PoolPrice } from './chain-price-reader.ts'
import { changeInPercent } from './venue.ts'

/** Sources that need no contract: prices of coins on the networks of the service. */
export interface ChainPriceSources {
  readonly chainlink: Chainlink
  readonly uniswapV3: UniswapV3
}

/** A price with where it comes from. */
export interface QuotedPrice extends OriginPrice {
  readonly source: SourceStamp
  /** Of a price on a chain. */
  readonly network: string | null
  /** Of a pool: what it takes to raise its price by 2 %. */
  readonly depthUsd: number | null
}

export interface ChainQuote {
  /** One for the feeds, and one for each network with a pool. */
  readonly prices: readonly QuotedPrice[]
  /** Over 24 hours, in per cent, of a feed or a pool by its own figures; null where none remembers. */
  readonly change24h: number | null
  /** Of a source that should have had a price. */
  readonly failure: SourceFailure | null
}

/** What chains say of a coin's price in US dollars, and of its change. Both sources read in the same request to each node. */
export async function chainQuote(sources: ChainPriceSources, ticker: string | null, options: FeedOptions): Promise<ChainQuote> {
  const { source, dayAgo } = sources.chainlink
  const [now, before] = await Promise.all([
    readPrices(sources, ticker, options),
    ticker !== null && source.enabled ? dayAgo.get(ticker, options).catch(asFailure) : null,
  ])
  return { ...quoted(now), change24h: changeOf(now.feed?.value ?? null, valueIn(before)?.value ?? null, now.pools?.value ?? []) }
}

/** The same without the change, which takes further questions. */
export async function chainPricesOf(
  sources: ChainPriceSources,
  ticker: string,
  options: FeedOptions,
): Promise<Omit<ChainQuote, 'change24h'>> {
  return quoted(await readPrices(sources, ticker, options))
}

interface ReadPrices {
  readonly feed: Sourced<FeedPrice | null> | null
  readonly pools: Sourced<readonly PoolPrice[]> | null
  readonly failure: SourceFailure | null
}

async function readPrices({ chainlink, uniswapV3 }: ChainPriceSources, ticker: string | null, options: FeedOptions): Promise<ReadPrices> {
  if (ticker === null) return { feed: null, pools: null, failure: null }
  const [feed, pools] = await Promise.all([
    chainlink.source.enabled ? chainlink.price.get(ticker, options).catch(asFailure) : null,
    uniswapV3.source.enabled ? uniswapV3.prices.get(ticker, options).catch(asFailure) : null,
  ])
  return { feed: valueIn(feed), pools: valueIn(pools), failure: [feed, pools].find((one) => isFailure(one)) ?? null }
}

function quoted({ feed, pools, failure }: ReadPrices): Omit<ChainQuote, 'change24h'> {
  const prices = [
    ...(feed?.value ? [feedPrice(feed.value, feed.source)] : []),
    ...(pools?.value.map((pool) => poolPrice(pool, pools.source)) ?? []),
  ]
  return { prices, failure }
}

function valueIn<T>(given: Sourced<T> | SourceFailure | null): Sourced<T> | null {
  return isFailure(given) ? null : given
}

function feedPrice({ usd, network, address }: FeedPrice, source: SourceStamp): QuotedPrice {
  return { origin: 'chainlink', price: Number(usd), source: { ...source, url: `caip10:${network}:${address}` }, network, depthUsd: null }
}

function poolPrice(pool: PoolPrice, source: SourceStamp): QuotedPrice {
  const stamp = poolStamp(pool, source)
  return { origin: stamp.origin, price: pool.usd, source: stamp, network: pool.network, depthUsd: pool.depthUsd }
}

/** The stamp of one pool. The pools of each network are an origin of their own. */
export function poolStamp({ network, address, observedAt }: PoolPrice, source: SourceStamp): SourceStamp & { readonly origin: string } {
  const asOf = new Date(observedAt).toISOString()
  return { ...source, url: `caip10:${network}:${address}`, asOf, origin: `uniswap-v3:${network}` }
}

function changeOf(now: FeedPrice | null, dayAgo: FeedPrice | null, pools: readonly PoolPrice[]): number | null {
  if (now && dayAgo) return changeInPercent(now.usd, dayAgo.usd)
  const pool = pools.find(({ dayAgoUsd }) => dayAgoUsd !== null)
  return pool ? changeInPercent(String(pool.usd), pool.dayAgoUsd) : null
}
