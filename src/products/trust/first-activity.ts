import { type Chain, RpcRejected } from '../../chain/chain.ts'
import { topics, addressTopic } from '../../chain/abi.ts'
import { quantity, readAccountNonce, readBlock, readLogs } from '../../chain/node-answers.ts'
import type { Hex } from '../../shared/bytes.ts'

/** When an account began to act. */
export interface FirstActivity {
  /** Unix seconds. */
  readonly at: number
  /** False where it may have begun earlier, since the node has forgotten that time. */
  readonly exact: boolean
}

/** Blocks that are asked about in one round, all at the same time; the span that is left is parted in one more. */
const asksPerRound = 7
/** Enough for ten billion blocks. */
const mostRounds = 12
/** Nearer than that nobody needs to know. */
const nearEnoughSeconds = 3_600

/** The most questions to a node that one search takes, by the number of its newest block. */
export function mostQuestions(head: bigint): number {
  let rounds = 0
  for (let span = head; span > 1n && rounds < mostRounds; span = (span + 7n) / 8n) rounds++
  // Both ends of the span are dated in between, and the block in the end.
  return asksPerRound * rounds + 2 * rounds + 3
}

type Ask = (method: string, params: readonly unknown[], alone?: boolean) => Promise<unknown>

/**
 * When an account that has sent transactions sent its first, within an hour: the span of all blocks is narrowed by asking for
 * its nonce at seven of them at a time. Where the node has forgotten old states, the oldest transfer of USDC that it sent
 * tells at least since when it is active; null where that isn't known either.
 * @throws RpcUnreachable
 */
export async function findFirstActivity(
  chain: Pick<Chain, 'network' | 'rpc'>,
  account: Hex,
  head: bigint,
  limits: { readonly signal: AbortSignal; readonly timeoutMs: number },
): Promise<FirstActivity | null> {
  const ask: Ask = (method, params, alone = false) => chain.rpc.call(method, params, { ...limits, alone })
  const timeOf = async (number: bigint) => Number(readBlock(await ask('eth_getBlockByNumber', [quantity(number), false])).timestamp)
  try {
    const number = await firstBlock(ask, account, head, { timeOf, blockMs: chain.network.blockMs })
    return { at: await timeOf(number), exact: true }
  } catch (error) {
    if (!(error instanceof RpcRejected)) throw error
  }
  try {
    const sent = await oldestSent(ask, chain.network.asset, account)
    return sent === null ? null : { at: await timeOf(sent), exact: false }
  } catch (error) {
    // The node does not search so many blocks at once.
    if (error instanceof RpcRejected) return null
    throw error
  }
}

async function firstBlock(
  ask: Ask,
  account: Hex,
  head: bigint,
  { timeOf, blockMs }: { readonly timeOf: (number: bigint) => Promise<number>; readonly blockMs: number },
): Promise<bigint> {
  const blocksInAnHour = BigInt(Math.ceil((nearEnoughSeconds * 1_000) / blockMs))
  // It had sent nothing at `low`, before the first block, and something at `high`.
  let low = -1n
  let high = head
  for (let round = 0; round < mostRounds && high - low > 1n; round++) {
    const numbers = pointsBetween(low, high)
    const nonces = await Promise.all(
      numbers.map(async (one) => readAccountNonce(await ask('eth_getTransactionCount', [account, quantity(one)]))),
    )
    const at = nonces.findIndex((nonce) => nonce > 0)
    if (at !== 0) low = numbers.at(at === -1 ? -1 : at - 1) ?? low
    if (at !== -1) high = numbers[at] ?? high
    if (low >= 0n && high - low <= blocksInAnHour) {
      const [from, to] = await Promise.all([timeOf(low), timeOf(high)])
      if (to - from <= nearEnoughSeconds) break
    }
  }
  return high
}

function pointsBetween(low: bigint, high: bigint): bigint[] {
  const parts = BigInt(asksPerRound + 1)
  const points = Array.from({ length: asksPerRound }, (_, index) => low + ((high - low) * BigInt(index + 1)) / parts)
  return [...new Set(points)].filter((point) => point > low && point < high)
}

/** The block of the oldest transfer that it sent; one of nothing may be of somebody else's making. */
async function oldestSent(ask: Ask, usdc: Hex, account: Hex): Promise<bigint | null> {
  const filter = { address: usdc, topics: [topics.transfer, addressTopic(account)], fromBlock: '0x0', toBlock: 'latest' }
  const logs = readLogs(await ask('eth_getLogs', [filter], true)).filter(({ data }) => /[1-9a-f]/.test(data.slice(2)))
  return logs.reduce<bigint | null>((oldest, { blockNumber }) => (oldest === null || blockNumber < oldest ? blockNumber : oldest), null)
}
