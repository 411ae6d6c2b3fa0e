import type { Chains, Hex, NetworkId } from '../../../src/goods/kit/evm.ts'
import {
  createFollower,
  createFollowers,
  createTurnQueue,
  indexCounters,
  type Followers,
  type IndexJob,
  type IndexStatus,
} from '../../../src/goods/kit/indexes.ts'
import type { Clock, LineParts, Log, Metrics, Timers } from '../../../src/goods/kit/parts.ts'
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

interface PoolIndexesParts {
  readonly pools: ReadonlyMap<NetworkId, readonly FollowedPool[]>
  /** How far back the first reading starts. */
  readonly historySeconds: number
  readonly chains: Chains
  readonly store: LineParts['stores']['local']
  /** Local chains have the ids of real ones, so their rows are kept apart. */
  readonly simulated: boolean
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
  readonly metrics: Metrics
}

const keepSeconds = 30 * 86_400
/** The first run after the start, when the other parts are running. */
const firstMs = 3_000
/** While the history of pools is read; then they are read once in `paceMs`, since nodes count each request. */
const everyMs = 10_000
const paceMs = 60_000

export function createPoolIndexes(parts: PoolIndexesParts): PoolIndexes {
  const { pools, historySeconds, chains, store, simulated, clock } = parts
  const stored = (network: NetworkId) => (simulated ? `sandbox:${network}` : network)
  const count = indexCounters(parts.metrics)
  const ownTurn = createTurnQueue(parts.timers)
  const running = [...chains].flatMap(([id, chain]) => {
    const followed = pools.get(id)
    if (!followed?.length) return []
    const index = poolsIndex(chain.network, { pools: followed, historySeconds, keepSeconds })
    const follower = createFollower(index, { ...parts, chain, network: stored(id), count: count(id), ownTurn })
    return [{ chain, followers: createFollowers([follower], { ...parts, chain }) }]
  })
  return {
    jobs: running.map(({ chain, followers }) => ({
      name: `pools-${chain.network.slug}`,
      everyMs,
      firstMs,
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
