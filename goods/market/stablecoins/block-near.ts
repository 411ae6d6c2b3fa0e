import { z } from '../../../src/goods/door.ts'
import type { Rpc } from '../../../src/goods/kit/rpc.ts'

/** A block and its time in Unix seconds. */
export interface BlockTime {
  readonly number: number
  readonly time: number
}

/** Steps of the search. Blocks come so regularly that two or three are enough. */
const maxSteps = 6

const quantity = z
  .string()
  .regex(/^0x[0-9a-fA-F]{1,12}$/)
  .transform(Number)
const header = z.object({ number: quantity, timestamp: quantity })

/** A block by its number, or the latest; null where there is none or its header is invalid. @throws RpcUnreachable, RpcRejected */
export async function readBlockTime(rpc: Rpc, number: number | 'latest', timeoutMs: number): Promise<BlockTime | null> {
  const at = number === 'latest' ? number : `0x${number.toString(16)}`
  const read = header.safeParse(await rpc.call('eth_getBlockByNumber', [at, false], { timeoutMs })).data
  return read ? { number: read.number, time: read.timestamp } : null
}

/**
 * Number of a block from about `secondsAgo` seconds before the head: within a 144th of that time, which is ten minutes in a day.
 * Null where the chain is younger; `unanswered` when `isLate` becomes true before the block is found.
 */
export async function blockNear(asked: {
  readonly head: BlockTime
  readonly secondsAgo: number
  /** The chain's usual block time. */
  readonly blockMs: number
  blockAt(number: number): Promise<BlockTime | null>
  isLate(): boolean
}): Promise<number | null | 'unanswered'> {
  const { head, secondsAgo, blockMs, blockAt, isLate } = asked
  let number = Math.max(0, Math.round(head.number - (secondsAgo * 1000) / blockMs))
  for (let step = 0; step < maxSteps; step++) {
    if (isLate()) return 'unanswered'
    const block = await blockAt(number)
    if (!block) return null
    const age = head.time - block.time
    if (Math.abs(age - secondsAgo) <= secondsAgo / 144) return number
    // Even the first block is too young.
    if (number === 0 && age < secondsAgo) return null
    if (age <= 0 || number >= head.number) return null
    const next = Math.max(0, Math.round(head.number - (secondsAgo * (head.number - number)) / age))
    if (next === number) return number
    number = next
  }
  return null
}
