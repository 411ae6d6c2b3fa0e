import { createPoolCandles, type PoolCandleReader } from '../chain/candles/pool-candles.ts'
import { createPoolIndexes, type PoolIndexes } from '../chain/candles/pools/create-pool-indexes.ts'
import type { FollowedPool } from '../chain/candles/pools/pools-index.ts'
import type { FollowNetworksParts } from '../chain/follow/follow-networks.ts'
import type { NetworkId } from '../chain/chain.ts'
import { networks } from '../chain/networks.ts'
import type { ChainPrices } from '../chain/prices/chain-prices.ts'
import type { PoolPlace } from '../chain/prices/price-places.ts'
import { sidesOf } from '../chain/prices/read-pool.ts'
import type { Config } from '../config/config.ts'
import type { Log } from '../shared/log.ts'

/**
 * The pools that INDEX_POOLS names among those that are known, none where the source is switched off. With a coin that trades against
 * ether comes the ether pool of its network, which has the price of ether.
 */
export function pickPools(
  known: readonly PoolPlace[],
  { indexPools, sourcesDisabled }: Pick<Config, 'indexPools' | 'sourcesDisabled'>,
  log: Log,
): readonly PoolPlace[] {
  if (sourcesDisabled.includes('uniswap-v3')) return []
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

export interface OpenedPools {
  readonly candles: PoolCandleReader
  readonly indexes: PoolIndexes
}

/** The index of the swaps of these pools, and what reads candles from it. */
export function openPoolCandles({
  places,
  chainPrices,
  config,
  ...parts
}: FollowNetworksParts & {
  readonly places: readonly PoolPlace[]
  readonly chainPrices: ChainPrices
  readonly config: Pick<Config, 'poolHistoryHours'>
}): OpenedPools {
  const indexes = createPoolIndexes({ ...parts, pools: followedPools(places), historySeconds: config.poolHistoryHours * 3_600 })
  const { clock, timers } = parts
  return { indexes, candles: createPoolCandles({ clock, timers, places, indexes, chainPrices, networks }) }
}
