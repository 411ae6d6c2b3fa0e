import type { FeedOptions } from '../../../src/goods/kit/http.ts'
import { asFailure, isFailure } from '../../../src/goods/kit/several-sources.ts'
import { poolStamp, type ChainPriceSources, type QuotedPrice } from './chain-quote.ts'

/** Coins that hold a peg, have a feed, and trade against USDC: their prices move too little for the half hour of the mean to matter. */
const peggedCoins = ['USDT', 'DAI', 'EURC'] as const

/**
 * USDC in US dollars without its own feed: what another pegged coin costs by its feed, divided by what it costs in USDC in a pool. The first
 * such pool of each network. A pegged coin that loses its own peg does so in both figures, so it does not move this price.
 */
export async function usdcByPools({ chainlink, uniswapV3 }: ChainPriceSources, options: FeedOptions): Promise<QuotedPrice[]> {
  if (!chainlink.source.enabled || !uniswapV3.source.enabled) return []
  const found = await Promise.all(
    peggedCoins.map(async (ticker) => {
      const [feed, pools] = await Promise.all([
        chainlink.price.get(ticker, options).catch(asFailure),
        uniswapV3.prices.get(ticker, options).catch(asFailure),
      ])
      if (isFailure(feed) || isFailure(pools) || feed.value === null) return []
      const dollars = Number(feed.value.usd)
      return pools.value
        .filter(({ quote }) => quote.ticker === 'USDC')
        .map((pool): QuotedPrice => {
          const source = poolStamp(pool, pools.source)
          return { origin: source.origin, price: dollars / pool.quote.mean, source, network: pool.network, depthUsd: pool.depthUsd }
        })
    }),
  )
  const byNetwork = new Map(
    found
      .flat()
      .toReversed()
      .map((one) => [one.network, one]),
  )
  return [...byNetwork.values()]
}
