import type { Chain, Hex } from '../../../../src/goods/kit/evm.ts'
import { addressTopic, quantity, readAccountNonce, readBlock, readLogs, RpcRejected, topics } from '../../../../src/goods/kit/rpc.ts'
import { createLastUsed } from '../../../../src/goods/kit/workers.ts'

/** When an account began to act. */
export interface FirstActivity {
  /** Unix seconds. */
  readonly at: number
  /** False where it may have begun earlier, because the node no longer has the states of that time. */
  readonly exact: boolean
}

/** First activities that were found before, by network and address. They never change. */
export interface FirstActivities {
  get(key: string): FirstActivity | undefined
  set(key: string, first: FirstActivity): void
}

const maxFirstActivities = 100_000

export function createFirstActivities(): FirstActivities {
  return createLastUsed<FirstActivity>(maxFirstActivities)
}

/** Blocks that are asked about at the same time. They divide the span into one part more. */
const questionsPerRound = 7
/** Enough for ten billion blocks. */
const maxRounds = 12
/** The search stops when the time is known to within an hour. */
const precisionSeconds = 3_600

/** The most questions to a node that one search takes, by the number of its newest block. */
export function maxFirstActivityQuestions(head: bigint): number {
  let rounds = 0
  for (let span = head; span > 1n && rounds < maxRounds; span = (span + 7n) / 8n) rounds++
  // Each round may ask for the times of both ends of the span, and the search ends with the time of the block found.
  return questionsPerRound * rounds + 2 * rounds + 3
}

type Ask = (method: string, params: readonly unknown[], alone?: boolean) => Promise<unknown>

/**
 * Finds when an account sent its first transaction, to within an hour. The account must have sent one. The search narrows the
 * span of all blocks by asking for the account's nonce at seven blocks at a time. If the node no longer has old states, the
 * oldest USDC transfer that the account sent shows since when it has been active at least. Null where that is unknown too.
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
    // The node refuses to search so many blocks at once.
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
  const blocksInAnHour = BigInt(Math.ceil((precisionSeconds * 1_000) / blockMs))
  // At `low` (at first the block before the first one) the account had sent nothing, at `high` something.
  let low = -1n
  let high = head
  for (let round = 0; round < maxRounds && high - low > 1n; round++) {
    const numbers = pointsBetween(low, high)
    const nonces = await Promise.all(
      numbers.map(async (one) => readAccountNonce(await ask('eth_getTransactionCount', [account, quantity(one)]))),
    )
    const at = nonces.findIndex((nonce) => nonce > 0)
    if (at !== 0) low = numbers.at(at === -1 ? -1 : at - 1) ?? low
    if (at !== -1) high = numbers[at] ?? high
    if (low >= 0n && high - low <= blocksInAnHour) {
      const [from, to] = await Promise.all([timeOf(low), timeOf(high)])
      if (to - from <= precisionSeconds) break
    }
  }
  return high
}

function pointsBetween(low: bigint, high: bigint): bigint[] {
  const parts = BigInt(questionsPerRound + 1)
  const points = Array.from({ length: questionsPerRound }, (_, index) => low + ((high - low) * BigInt(index + 1)) / parts)
  return [...new Set(points)].filter((point) => point > low && point < high)
}

/** The block of the oldest transfer that it sent. Transfers of nothing do not count, because anybody can make them in its name. */
async function oldestSent(ask: Ask, usdc: Hex, account: Hex): Promise<bigint | null> {
  const filter = { address: usdc, topics: [topics.transfer, addressTopic(account)], fromBlock: '0x0', toBlock: 'latest' }
  const logs = readLogs(await ask('eth_getLogs', [filter], true)).filter(({ data }) => /[1-9a-f]/.test(data.slice(2)))
  return logs.reduce<bigint | null>((oldest, { blockNumber }) => (oldest === null || blockNumber < oldest ? blockNumber : oldest), null)
}
