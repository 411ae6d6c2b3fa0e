import { describe, expect, test } from 'vitest'
import { RpcRejected, RpcUnreachable } from '../../../src/chain/chain.ts'
import type { Hex } from '../../../src/shared/bytes.ts'
import type { ContractReader } from '../contracts/contract-reader.ts'
import { maxTransfers, readTransferLogs } from '../contracts/transfer-logs.ts'
import { maxLogQuestions, readTransfers, balancesFrom } from './read-transfers.ts'

const token: Hex = `0x${'11'.repeat(20)}`
const account = (digit: number): Hex => `0x${String(digit).repeat(40)}`
const topic = (address: Hex): Hex => `0x${'0'.repeat(24)}${address.slice(2)}`
const hash: Hex = `0x${'ab'.repeat(32)}`

/** A log in the form of a node's answer. */
interface Written {
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
  readonly logIndex: string
  readonly blockNumber: string
}

function log(block: bigint, changes: Partial<Written> = {}): Written {
  return {
    address: token,
    topics: [hash, topic(account(1)), topic(account(2))],
    data: `0x${'5'.padStart(64, '0')}`,
    logIndex: `0x${(block % 7n).toString(16)}`,
    blockNumber: `0x${block.toString(16)}`,
    ...changes,
  }
}

/** A node with these logs, up to block 10,000, that answers or refuses. */
function nodeWith(
  logs: readonly Written[],
  refuses: (from: bigint, to: bigint, count: number) => Error | null = () => null,
  most = Infinity,
) {
  const asked: (readonly [bigint, bigint])[] = []
  const node = {
    block: { number: 10_000n, hash, timestamp: 1n, baseFee: null },
    async transfers(_: Hex, from: bigint, to: bigint) {
      asked.push([from, to])
      const found = logs.filter(({ blockNumber }) => BigInt(blockNumber) >= from && BigInt(blockNumber) <= to)
      const error = refuses(from, to, found.length)
      if (error) throw error
      return readTransferLogs(found.slice(0, most), token)
    },
  } as Partial<ContractReader> as ContractReader
  return { node, asked }
}
const tooMany = (most: number) => (_: bigint, __: bigint, count: number) =>
  count > most ? new RpcRejected(-32005, `query returned more than ${most} results`) : null
const tooWide = (most: bigint) => (from: bigint, to: bigint) =>
  to - from + 1n > most ? new RpcRejected(-32600, 'block range is too wide') : null

const spread = Array.from({ length: 400 }, (_, index) => log(BigInt(index * 25)))

describe('the transfers of a token', () => {
  test('are asked for in one question', async () => {
    const { node, asked } = nodeWith(spread)
    const { transfers, cut } = await readTransfers(node, token)
    expect(asked).toEqual([[0n, 10_000n]])
    expect([transfers.length, cut]).toEqual([400, null])
    expect(transfers[0]).toEqual({ from: account(1), to: account(2), value: 5n, block: 0, index: 0 })
  })

  test('are the same, in the same order, where the node gives fewer at once', async () => {
    const whole = (await readTransfers(nodeWith(spread).node, token)).transfers
    for (const most of [399, 200, 120]) {
      const { node, asked } = nodeWith(spread.toReversed(), tooMany(most))
      expect(await readTransfers(node, token)).toEqual({ transfers: whole, cut: null })
      expect(asked.length).toBeLessThanOrEqual(maxLogQuestions)
    }
  })

  test.each([
    ['young', 9_850n, 2n],
    ['old', 10n, 40n],
  ])('are followed to where they are: %s', async (_, first, quarters) => {
    const close = Array.from({ length: 300 }, (_one, index) => log(first + (BigInt(index) * quarters) / 4n))
    const { node, asked } = nodeWith(close, tooMany(160))
    expect((await readTransfers(node, token)).transfers).toHaveLength(300)
    expect(asked.length).toBeLessThanOrEqual(maxLogQuestions)
  })

  test('are not all known where the node gives few blocks at a time: the newest are, and the answer says so', async () => {
    const { node, asked } = nodeWith(spread, tooWide(120n))
    const { transfers, cut } = await readTransfers(node, token)
    expect(cut).toBe('The node gives the transfers of this token in too many pieces.')
    expect(transfers.map(({ block }) => block)).toEqual([9_850, 9_875, 9_900, 9_925, 9_950, 9_975])
    expect(asked.length).toBeLessThanOrEqual(maxLogQuestions)
  })

  test('are none where even the newest blocks are refused', async () => {
    const { node } = nodeWith(spread, tooWide(1n))
    expect((await readTransfers(node, token)).transfers).toEqual([])
  })

  test('are too many beyond what a call may take', async () => {
    const many = Array.from({ length: maxTransfers + 1 }, (_, index) => log(BigInt(index % 10_000)))
    expect((await readTransfers(nodeWith(many).node, token)).cut).toBe(`It has more than ${maxTransfers} transfers.`)
  })

  test('may be cut off at a round number by a node that does not say so', async () => {
    const many = Array.from({ length: 1_400 }, (_, index) => log(BigInt(index * 7)))
    const { node, asked } = nodeWith(many, () => null, 1_000)
    expect((await readTransfers(node, token)).transfers).toHaveLength(1_400)
    expect(asked.length).toBeLessThanOrEqual(maxLogQuestions)
  })

  test('are only those of the form of ERC-20, of this token', async () => {
    const nft = log(1n, { topics: [hash, topic(account(1)), topic(account(2)), hash], data: '0x' })
    const unindexed = log(2n, { topics: [hash], data: `0x${'00'.repeat(96)}` })
    const other = log(3n, { address: account(9) })
    const { node } = nodeWith([nft, unindexed, other, log(4n)])
    expect((await readTransfers(node, token)).transfers).toHaveLength(1)
  })

  test('fail where the node is gone', async () => {
    for (const error of [new RpcUnreachable('connection failed'), new RpcRejected(-32601, 'method not found')])
      await expect(readTransfers(nodeWith(spread, () => error).node, token)).rejects.toBe(error)
  })
})

test('balances are what transfers add up to, without empty accounts and the zero address', () => {
  const [nobody, one, two] = [`0x${'0'.repeat(40)}` as const, account(1), account(2)]
  const move = (from: Hex, to: Hex, value: bigint) => ({ from, to, value, block: 1 })
  const balances = balancesFrom([
    move(nobody, one, 100n),
    move(one, two, 30n),
    move(two, nobody, 5n),
    move(one, one, 9n),
    move(one, account(3), 70n),
  ])
  expect(balances).toEqual(
    new Map([
      [two, 25n],
      [account(3), 70n],
    ]),
  )
})
