import type { Hex, NetworkId } from '../../../src/goods/kit/evm.ts'
import {
  createFollower,
  createFollowers,
  firstRunMs,
  followNetworks,
  keepSeconds,
  storedNetwork,
  type FollowNetworksParts,
  type Followers,
  type IndexJob,
  type IndexStatus,
} from '../../../src/goods/kit/follow.ts'
import type { Clock } from '../../../src/goods/kit/parts.ts'
import { hasPassed } from '../../../src/goods/kit/time.ts'
import { poolMinutes, readCoverage, type PoolCoverage } from './find-minutes.ts'
import type { PoolMinute } from './pool-buckets.ts'
import { poolsIndex, type FollowedPool } from './pools-index.ts'

/** Swaps of pools, read in the background and kept as minutes. These reads do not ask a node. */
export interface PoolIndexes {
  readonly jobs: readonly IndexJob[]
  readonly networks: readonly NetworkId[]
  /** What was read of a network's pools; null while nothing was. */
  coverage(network: NetworkId): Promise<PoolCoverage | null>
  /** The minutes of a pool that begin in [from, to) and have a swap, the oldest first. A day at most. Unix seconds. */
  minutes(network: NetworkId, pool: Hex, range: { readonly from: number; readonly to: number }): Promise<PoolMinute[]>
  state(): IndexStatus[]
}

interface PoolIndexesParts extends FollowNetworksParts {
  readonly pools: ReadonlyMap<NetworkId, readonly FollowedPool[]>
  /** How far back the first reading starts. */
  readonly historySeconds: number
}

/** Milliseconds between readings while the history of pools is read; then they are read once in `paceMs`, since nodes count each request. */
const everyMs = 10_000
const paceMs = 60_000

export function createPoolIndexes(parts: PoolIndexesParts): PoolIndexes {
  const { pools, historySeconds, store, clock } = parts
  const stored = (network: NetworkId) => storedNetwork(parts, network)
  const running = followNetworks(parts, (chain, common) => {
    const followed = pools.get(chain.network.id)
    if (!followed?.length) return null
    const index = poolsIndex(chain.network, { pools: followed, historySeconds, keepSeconds })
    return { chain, followers: createFollowers([createFollower(index, common)], common) }
  })
  return {
    jobs: running.map(({ chain, followers }) => ({
      name: `pools-${chain.network.slug}`,
      everyMs,
      firstMs: firstRunMs,
      run: pacedRun(followers, clock),
    })),
    networks: running.map(({ chain }) => chain.network.id),
    coverage: (network) => readCoverage(store, { name: 'pools', network: stored(network) }),
    minutes: (network, pool, { from, to }) =>
      store.read(poolMinutes, { network: stored(network), pool, from: BigInt(from), to: BigInt(to) }),
    state: () => running.flatMap(({ followers }) => followers.state()),
  }
}

/** Reads on at each call while there is history to read, and at the pace of pools afterwards. */
function pacedRun(followers: Followers, clock: Clock): IndexJob['run'] {
  let lastRun = Number.NEGATIVE_INFINITY
  return async (signal) => {
    const now = clock.now()
    if (followers.state().every(({ state }) => state === 'current') && !hasPassed(lastRun, paceMs, now)) return
    lastRun = now
    await followers.run(signal)
  }
}
