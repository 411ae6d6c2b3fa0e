import { z } from 'zod'
import type { Rpc } from '../../chain/chain.ts'

/** When a block was made, in unix seconds. */
export interface BlockTime {
  readonly number: number
  readonly time: number
}

/** Steps of the search; blocks come so regularly that it needs two or three. */
const mostSteps = 6

const quantity = z
  .string()
  .regex(/^0x[0-9a-fA-F]{1,12}$/)
  .transform(Number)
const header = z.object({ number: quantity, timestamp: quantity })

/** A block by its number, or the latest; null where there is none, or none that can be read. @throws RpcUnreachable, RpcRejected */
export async function readBlockTime(rpc: Rpc, number: number | 'latest', timeoutMs: number): Promise<BlockTime | null> {
  const at = number === 'latest' ? number : `0x${number.toString(16)}`
  const read = header.safeParse(await rpc.call('eth_getBlockByNumber', [at, false], { timeoutMs })).data
  return read ? { number: read.number, time: read.timestamp } : null
}

/**
 * Number of a block from about so many seconds before the head: within a 144th of that time, ten minutes in a day. Null
 * where the chain is younger than that; `unanswered` when `isLate` says so before it was found.
 */
export async function blockNear(asked: {
  readonly head: BlockTime
  readonly secondsAgo: number
  /** What blocks are said to take. */
  readonly blockMs: number
  blockAt(number: number): Promise<BlockTime | null>
  isLate(): boolean
}): Promise<number | null | 'unanswered'> {
  const { head, secondsAgo, blockMs, blockAt, isLate } = asked
  let number = Math.max(0, Math.round(head.number - (secondsAgo * 1000) / blockMs))
  for (let step = 0; step < mostSteps; step++) {
    if (isLate()) return 'unanswered'
    const block = await blockAt(number)
    if (!block) return null
    const age = head.time - block.time
    if (Math.abs(age - secondsAgo) <= secondsAgo / 144) return number
    // The very first block is too young.
    if (number === 0 && age < secondsAgo) return null
    if (age <= 0 || number >= head.number) return null
    const next = Math.max(0, Math.round(head.number - (secondsAgo * (head.number - number)) / age))
    if (next === number) return number
    number = next
  }
  return null
}
