import { expect, test } from 'vitest'
import { RpcRejected, type Rpc } from '../../../../src/chain/chain.ts'
import { addressTopic, topics, uintDigits } from '../../../../src/chain/abi.ts'
import { networks } from '../../../../src/chain/networks.ts'
import type { Hex } from '../../../../src/shared/bytes.ts'
import { findFirstActivity, maxFirstActivityQuestions } from './first-activity.ts'

const [network] = networks
const account: Hex = '0x00000000000000000000000000000000000000aa'
const limits = { signal: new AbortController().signal, timeoutMs: 1_000 }
const zeros: Hex = `0x${'00'.repeat(32)}`

interface Wish {
  readonly head: number
  /** The block of its first transaction. */
  readonly firstBlock: number
  /** Seconds of a block. */
  readonly timeOf?: (block: number) => number
  /** The oldest block whose state the node has. */
  readonly keeps?: number
  /** Transfers that it sent, by block. Null where the node refuses to search for them. */
  readonly sent?: readonly { readonly block: number; readonly amount: bigint }[] | null
}

/** A node that counts the questions. */
function node({ firstBlock, timeOf = (block) => 1_600_000_000 + 2 * block, keeps = 0, sent = [] }: Wish) {
  const asked = { questions: 0 }
  const answer = (method: string, params: readonly unknown[]): unknown => {
    if (method === 'eth_getLogs') {
      if (sent === null) throw new RpcRejected(-32_005, 'query exceeds max block range')
      return sent.map(({ block, amount }, index) => ({
        address: network!.asset,
        topics: [topics.transfer, addressTopic(account), addressTopic(account)],
        data: `0x${uintDigits(amount)}`,
        logIndex: `0x${index.toString(16)}`,
        transactionHash: zeros,
        blockNumber: `0x${block.toString(16)}`,
        blockHash: zeros,
      }))
    }
    const block = Number(method === 'eth_getTransactionCount' ? params[1] : params[0])
    if (method === 'eth_getBlockByNumber') return { number: params[0], hash: zeros, timestamp: `0x${timeOf(block).toString(16)}` }
    if (block < keeps) throw new RpcRejected(-32_000, 'missing trie node')
    return block >= firstBlock ? '0x5' : '0x0'
  }
  const rpc: Rpc = {
    async call<T>(method: string, params: readonly unknown[]) {
      asked.questions++
      return answer(method, params) as T
    },
  }
  return { asked, chain: { network: network!, rpc } }
}
const find = async (wish: Wish) => {
  const { asked, chain } = node(wish)
  return { first: await findFirstActivity(chain, account, BigInt(wish.head), limits), asked }
}

test.each([0, 1, 2, 7, 8, 4_711, 41_999_999, 42_000_000])('finds block %i of 42 million within an hour', async (firstBlock) => {
  const { first, asked } = await find({ head: 42_000_000, firstBlock })
  const at = 1_600_000_000 + 2 * firstBlock
  expect(first?.exact).toBe(true)
  // Never earlier than the real block, so that no account seems older than it is.
  expect(first!.at).toBeGreaterThanOrEqual(at)
  expect(first!.at - at).toBeLessThanOrEqual(3_600)
  expect(asked.questions).toBeLessThanOrEqual(maxFirstActivityQuestions(42_000_000n))
})

test('finds it to the block where blocks are days apart', async () => {
  for (let firstBlock = 0; firstBlock <= 60; firstBlock++) {
    const { first } = await find({ head: 60, firstBlock, timeOf: (block) => 86_400 * block + 1 })
    expect(first).toEqual({ at: 86_400 * firstBlock + 1, exact: true })
  }
})

test('asks at most ninety-three questions on a chain of 200 million blocks', () => {
  expect(maxFirstActivityQuestions(200_000_000n)).toBe(93)
})

test('where old states are gone, the oldest transfer that it sent is a lower bound; one of nothing may be forged', async () => {
  const sent = [
    { block: 500, amount: 0n },
    { block: 9_000, amount: 7n },
    { block: 2_000, amount: 1n },
  ]
  const { first } = await find({ head: 1_000_000, firstBlock: 100, keeps: 999_000, sent })
  expect(first).toEqual({ at: 1_600_004_000, exact: false })
})

test('is unknown where neither states nor transfers show it', async () => {
  expect((await find({ head: 1_000_000, firstBlock: 100, keeps: 999_000 })).first).toBeNull()
  expect((await find({ head: 1_000_000, firstBlock: 100, keeps: 999_000, sent: null })).first).toBeNull()
})
