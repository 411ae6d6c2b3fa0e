import type { Hex } from '../../../src/goods/kit/evm.ts'

/** A swap in a pool, as the index keeps it. */
export interface PoolSwap {
  /** Lower case. */
  readonly pool: Hex
  /** The square root of the price after it, as pools hold it. */
  readonly root: bigint
  /** What was traded of the coin, and of the token that it trades against, in the smallest units. */
  readonly amount: bigint
  readonly quoteAmount: bigint
}

export interface PlacedSwap extends PoolSwap {
  readonly blockNumber: bigint
  readonly logIndex: number
  /** The unix second in which the minute of its block begins. */
  readonly minute: bigint
}

/** The swaps of one pool in one minute. Its prices, as square roots, are those with which blocks ended. */
export interface PoolMinute {
  readonly pool: Hex
  readonly minute: bigint
  readonly firstBlock: bigint
  readonly lastBlock: bigint
  readonly open: bigint
  readonly highest: bigint
  readonly lowest: bigint
  readonly close: bigint
  readonly amount: bigint
  readonly quoteAmount: bigint
  readonly swaps: bigint
}

/**
 * Joins swaps into minutes. Only the last price of a block counts: one that is moved and moved back within a block was no price at which
 * others could trade.
 * @param swaps whole blocks, in any order
 * @returns one for each pool and minute with a swap, the oldest first
 */
export function minutesOfSwaps(swaps: readonly PlacedSwap[]): PoolMinute[] {
  const ordered = swaps.toSorted((a, b) => Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex)
  const minutes = new Map<string, PoolMinute>()
  for (const blocks of Map.groupBy(ordered, ({ pool, blockNumber }) => `${pool} ${blockNumber}`).values()) {
    const block = blockOf(blocks)
    const key = `${block.pool} ${block.minute}`
    const before = minutes.get(key)
    minutes.set(key, before ? joinMinutes(before, block) : block)
  }
  return [...minutes.values()].toSorted((a, b) => Number(a.minute - b.minute))
}

/** The swaps of one block, in order. */
function blockOf(swaps: readonly PlacedSwap[]): PoolMinute {
  const { pool, minute, blockNumber, root } = swaps.at(-1) as PlacedSwap
  return {
    pool,
    minute,
    firstBlock: blockNumber,
    lastBlock: blockNumber,
    open: root,
    highest: root,
    lowest: root,
    close: root,
    amount: swaps.reduce((sum, { amount }) => sum + amount, 0n),
    quoteAmount: swaps.reduce((sum, { quoteAmount }) => sum + quoteAmount, 0n),
    swaps: BigInt(swaps.length),
  }
}

/** Two parts of the same minute of one pool, which have no block in common. */
export function joinMinutes(one: PoolMinute, other: PoolMinute): PoolMinute {
  const [before, after] = one.firstBlock <= other.firstBlock ? [one, other] : [other, one]
  return {
    ...before,
    lastBlock: after.lastBlock,
    highest: before.highest > after.highest ? before.highest : after.highest,
    lowest: before.lowest < after.lowest ? before.lowest : after.lowest,
    close: after.close,
    amount: before.amount + after.amount,
    quoteAmount: before.quoteAmount + after.quoteAmount,
    swaps: before.swaps + after.swaps,
  }
}
