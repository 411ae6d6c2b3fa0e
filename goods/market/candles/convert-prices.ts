import type { DollarsOn, PoolPlace } from '../../../src/goods/kit/chain-prices.ts'
import type { Conversion } from './price-minutes.ts'

/**
 * What turns prices of a pool into a currency: `USD`, `USDC`, or what the coin trades against there. Null where that can't be done with contracts
 * that are what they should be.
 */
export function conversionOf(place: PoolPlace, quote: string, { pools, dollar }: DollarsOn): Conversion | null {
  if (!pools.includes(place)) return null
  if (quote === 'USD' && dollar === null) return null
  const ether =
    place.quote === 'ETH' && quote !== 'ETH' ? (pools.find((one) => one.ticker === 'ETH' && one.quote === 'USDC') ?? null) : null
  if (place.quote === 'ETH' && quote !== 'ETH' && ether === null) return null
  return { ether, dollar: quote === 'USD' ? dollar : null }
}
