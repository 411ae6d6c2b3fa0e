import type { Chain } from './chain.ts'

/**
 * The first block whose time is not before this one, in Unix seconds, found by halving; the newest block where all are older.
 * @throws RpcUnreachable
 */
export async function firstBlockSince(chain: Pick<Chain, 'block' | 'head'>, seconds: bigint): Promise<bigint> {
  const head = await chain.head()
  let [low, high] = [0n, head.number]
  while (low < high) {
    const middle = (low + high) / 2n
    const block = await chain.block(middle)
    // A node that has forgotten old blocks has none that are young enough.
    if (block === null || block.timestamp < seconds) low = middle + 1n
    else high = middle
  }
  return low
}
