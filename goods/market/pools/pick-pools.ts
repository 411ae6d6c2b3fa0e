import type { FollowedPool } from './pools-index.ts'
import { sidesOf, type PoolPlace } from '../../../src/goods/kit/chain-prices.ts'
import { networks, type NetworkId } from '../../../src/goods/kit/evm.ts'
import type { Log } from '../../../src/goods/kit/parts.ts'

/** A coin on a network, or all that are known there, as INDEX_POOLS names them. */
export interface PlaceOnNetwork {
  readonly network: string
  readonly ticker: string | null
}

/**
 * The pools that INDEX_POOLS names among those that are known. With a coin that trades against
 * ether comes the ether pool of its network, which has the price of ether.
 */
export function pickPools(known: readonly PoolPlace[], indexPools: readonly PlaceOnNetwork[], log: Log): readonly PoolPlace[] {
  const isNamed = ({ network, ticker }: PoolPlace) =>
    indexPools.some((one) => one.network === network && (one.ticker === null || one.ticker === ticker))
  const missing = indexPools.filter(
    (one) => one.ticker !== null && !known.some((pool) => pool.network === one.network && pool.ticker === one.ticker),
  )
  if (missing.length > 0 && known.length > 0) log.warn({ missing }, 'INDEX_POOLS names coins that have no known pool on that network')
  const named = known.filter(isNamed)
  const isNeeded = (pool: PoolPlace) =>
    pool.ticker === 'ETH' && pool.quote === 'USDC' && named.some(({ network, quote }) => network === pool.network && quote === 'ETH')
  return known.filter((pool) => named.includes(pool) || isNeeded(pool))
}

/** By network, in the form in which they are indexed. */
export function followedPools(places: readonly PoolPlace[]): ReadonlyMap<NetworkId, readonly FollowedPool[]> {
  return new Map(
    networks.flatMap(({ id, slug }): [NetworkId, readonly FollowedPool[]][] => {
      const here = places.filter(({ network }) => network === slug)
      return here.length === 0 ? [] : [[id, here.map((pool) => ({ address: pool.address, isCoin0: !sidesOf(pool).isQuote0 }))]]
    }),
  )
}
