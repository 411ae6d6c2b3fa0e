import type { Hex, Network } from '../../../src/goods/kit/evm.ts'
import type { EventLog } from '../../../src/goods/kit/rpc.ts'
import { eventWords, type IndexDefinition } from '../../../src/goods/kit/follow.ts'
import { topics } from '../../../src/goods/kit/rpc.ts'
import type { PoolSwap } from './pool-buckets.ts'
import { poolRows } from './pool-rows.ts'

/** A Uniswap v3 pool whose swaps are read. */
export interface FollowedPool {
  readonly address: Hex
  /** Whether the coin is token 0 of the pool, and what it trades against token 1. */
  readonly isCoin0: boolean
}

export interface PoolsIndexSettings {
  readonly pools: readonly FollowedPool[]
  /** How far back the first reading starts, and how long minutes are kept. */
  readonly historySeconds: number
  readonly keepSeconds: number
}

/** Final blocks are read again in steps of this time, which nodes and callers hardly notice. */
const firmSeconds = 600
/** Swaps that are read and written at once, in a few milliseconds. A busy pool has as many in a minute or two. */
const maxRows = 120
/** After a longer gap, the index starts again where a new one would. */
const maxGapSeconds = 7 * 86_400

/** Swaps of pools, by minute. A pool without code has none, so an address that is wrong costs nothing but its place in the filter. */
export function poolsIndex(network: Network, { pools, historySeconds, keepSeconds }: PoolsIndexSettings): IndexDefinition<PoolSwap> {
  const sides = new Map(pools.map(({ address, isCoin0 }) => [address.toLowerCase() as Hex, isCoin0]))
  const addresses = [...sides.keys()].toSorted()
  const blocksIn = (seconds: number) => BigInt(Math.ceil((seconds * 1_000) / network.blockMs))
  return {
    name: 'pools',
    subject: `pools 1 ${addresses.map((address) => `${address}:${sides.get(address) ? 0 : 1}`).join(' ')}`,
    filter: { addresses, events: [topics.swap] },
    window: { first: 64, max: 2_000 },
    rows: poolRows,
    byMinute: true,
    maxRows,
    firmStep: blocksIn(firmSeconds),
    maxBehind: blocksIn(Math.max(maxGapSeconds, historySeconds)),
    keepSeconds,
    decode(log) {
      const isCoin0 = sides.get(log.address)
      return isCoin0 === undefined ? null : swapIn(log, isCoin0)
    },
    async startBlock(_, head) {
      const blocks = blocksIn(historySeconds)
      return head.number > blocks ? head.number - blocks : 0n
    },
  }
}

/** What a Swap event says; null for one that no pool can have made. */
function swapIn({ address, data }: EventLog, isCoin0: boolean): PoolSwap | null {
  const words = eventWords(data)
  const [amount0, amount1, root] = [words.int(0), words.int(1), words.uint(2)]
  if (amount0 === null || amount1 === null || root === null || root <= 0n || root >= 1n << 160n) return null
  const [coin, quote] = isCoin0 ? [amount0, amount1] : [amount1, amount0]
  return { pool: address, root, amount: absolute(coin), quoteAmount: absolute(quote) }
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value
}
