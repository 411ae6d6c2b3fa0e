import type { ChainPriceReader } from './chain-price-reader.ts'
import type { PoolCandleReader } from './pool-candle-reader.ts'

/** A reader of chains that has these coins, and is never asked for their prices. */
export function silentChains(tickers: readonly string[] = ['BTC', 'USDC', 'EURC', 'EUR']): ChainPriceReader {
  const unasked = () => Promise.reject(new Error('no price is asked for here'))
  return {
    feedTickers: new Set(tickers),
    poolTickers: new Set(tickers),
    check: () => Promise.resolve(),
    feedPrice: unasked,
    feedPriceDayAgo: unasked,
    poolPrices: unasked,
  }
}

/** An index of pools that has these coins, and is never asked for their candles. */
export function silentPools(tickers: readonly string[] = ['BTC']): PoolCandleReader {
  const unasked = () => Promise.reject(new Error('no candle is asked for here'))
  return { tickers: new Set(tickers), pools: [], candles: unasked, activity: unasked }
}
