import type { Hex } from '../../shared/bytes.ts'
import type { Chain } from '../chain.ts'
import { RpcRejected } from '../chain.ts'
import { quantity } from '../node-answers.ts'
import { hexAnswer } from '../abi.ts'
import { indexTimeoutMs } from './read-log-range.ts'

/**
 * The block in which a contract was deployed, found by binary search; null when there is none now. Zero when the node keeps no
 * old states, so that no event is missed.
 */
export async function firstBlockOf({ rpc }: Pick<Chain, 'rpc'>, contract: Hex, head: bigint): Promise<bigint | null> {
  const existsAt = async (number: bigint): Promise<boolean> =>
    hexAnswer(await rpc.call('eth_getCode', [contract, quantity(number)], { timeoutMs: indexTimeoutMs }), 'eth_getCode') !== '0x'
  if (!(await existsAt(head))) return null
  let low = 0n
  let high = head
  try {
    while (low < high) {
      const middle = (low + high) / 2n
      if (await existsAt(middle)) high = middle
      else low = middle + 1n
    }
  } catch (error) {
    if (error instanceof RpcRejected) return 0n
    throw error
  }
  return high
}
