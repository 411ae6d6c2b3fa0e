import { readBlockAt } from '../../../../src/goods/kit/follow.ts'
import type { Rpc } from '../../../../src/goods/kit/rpc.ts'

/** Precision that is good enough. */
const nearEnoughSeconds = 3_600n

/**
 * The last block before a moment (unix seconds), or one that is at most an hour older; 0 when the chain is younger. It steps
 * back from a block by the usual block time, ever further, then searches in halves.
 * @throws RpcUnreachable, RpcRejected
 */
export async function blockBefore(rpc: Rpc, moment: bigint, from: { readonly number: bigint; readonly blockMs: number }): Promise<bigint> {
  const timeOf = async (number: bigint) => (await readBlockAt(rpc, number)).timestamp
  let [high, highTime] = [from.number, await timeOf(from.number)]
  if (highTime < moment) return high
  let step = ((highTime - moment) * 1_000n) / BigInt(from.blockMs) + 1n
  let low = high
  let lowTime = highTime
  while (lowTime >= moment) {
    if (low === 0n) return 0n
    ;[high, highTime] = [low, lowTime]
    low = low > step ? low - step : 0n
    lowTime = await timeOf(low)
    step *= 2n
  }
  while (high - low > 1n && highTime - lowTime > nearEnoughSeconds) {
    const middle = (low + high) / 2n
    const time = await timeOf(middle)
    if (time < moment) [low, lowTime] = [middle, time]
    else [high, highTime] = [middle, time]
  }
  return low
}
