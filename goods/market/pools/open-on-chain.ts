import { createChainPrices, knownPlaces, type PricePlaces } from '../../../src/goods/kit/chain-prices.ts'
import { networks } from '../../../src/goods/kit/evm.ts'
import type { IndexStatus } from '../../../src/goods/kit/follow.ts'
import type { LineJob, LineParts } from '../../../src/goods/kit/parts.ts'
import { createPoolCandles } from '../candles/pool-candles.ts'
import type { Chainlink } from '../sources/chainlink.ts'
import type { UniswapV3 } from '../sources/uniswap-v3.ts'
import { followedPools, pickPools, type PlaceOnNetwork } from './pick-pools.ts'
import { createPoolIndexes } from './pool-indexes.ts'

const noPlaces: PricePlaces = { feeds: [], pools: [] }

interface OnChainParts extends Pick<LineParts, 'chains' | 'stores' | 'simulated' | 'world' | 'clock' | 'timers' | 'log' | 'metrics'> {
  readonly sources: { readonly chainlink: Chainlink; readonly uniswapV3: UniswapV3 }
  readonly settings: { readonly indexPools: readonly PlaceOnNetwork[]; readonly poolHistoryHours: number }
}

/** What is read of feeds and pools on the networks of the service. The sources read prices and candles from then on. */
export function openOnChain({ sources, settings, world, stores, ...parts }: OnChainParts): {
  readonly jobs: readonly LineJob[]
  indexes(): readonly IndexStatus[]
} {
  const { chainlink, uniswapV3 } = sources
  const places = world === null ? knownPlaces : ((world['pricePlaces'] as PricePlaces | undefined) ?? noPlaces)
  const prices = createChainPrices(places, parts)
  const picked = uniswapV3.isSwitchedOn() ? pickPools(places.pools, settings.indexPools, parts.log) : []
  const historySeconds = settings.poolHistoryHours * 3_600
  const pools = createPoolIndexes({ ...parts, pools: followedPools(picked), historySeconds, store: stores.local })
  const candles = createPoolCandles({ ...parts, places: picked, networks, pools, chainPrices: prices })
  chainlink.readFrom(prices)
  uniswapV3.readFrom(prices, candles)
  // Contracts are checked before the first call, which would wait for it. Where the sources are off, nodes are not asked.
  const isOn = chainlink.source.enabled || uniswapV3.source.enabled
  const check: LineJob = { name: 'chain-prices', everyMs: 600_000, firstMs: 0, for: 'each', run: () => prices.check() }
  return {
    jobs: [...(isOn ? [check] : []), ...pools.jobs.map((job): LineJob => ({ ...job, for: 'store' }))],
    indexes: () => pools.state(),
  }
}
