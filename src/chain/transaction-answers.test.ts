import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runsOf } from '../../test/support/runs.ts'
import type { Hex } from '../shared/bytes.ts'
import { addressTopic, topics, uintDigits } from './abi.ts'
import { type Rpc, RpcRejected, RpcUnreachable } from './chain.ts'
import { transactionFacts } from './transaction-facts.ts'

const asset: Hex = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const payer: Hex = `0x${'a1'.repeat(20)}`
const us: Hex = `0x${'05'.repeat(20)}`
const word = (byte: string): Hex => `0x${byte.repeat(32)}`
const [hash, blockHash, otherBlock] = [word('aa'), word('bb'), word('cc')]

const log = {
  address: asset,
  topics: [topics.transfer, addressTopic(payer), addressTopic(us)],
  data: `0x${uintDigits(7500n)}`,
  logIndex: '0x3',
  transactionHash: hash,
  blockNumber: '0x10',
  blockHash,
}
const receipt = {
  transactionHash: hash,
  status: '0x1',
  blockNumber: '0x10',
  blockHash,
  gasUsed: '0x5208',
  effectiveGasPrice: '0x1',
  logs: [log],
}
const transaction = { hash, blockHash, from: payer, to: asset, input: '0x' }
const block = { number: '0x10', hash: blockHash, timestamp: '0x65000000' }

interface Answers {
  eth_getTransactionReceipt: unknown
  eth_getTransactionByHash: unknown
  eth_getBlockByNumber: unknown
  eth_blockNumber: unknown
}
const honest: Answers = {
  eth_getTransactionReceipt: receipt,
  eth_getTransactionByHash: transaction,
  eth_getBlockByNumber: block,
  eth_blockNumber: '0x12',
}

/** What is made of a node's answers. One that is an error is a rejection. */
function factsFrom(changed: Partial<Answers>) {
  const answers = { ...honest, ...changed }
  const rpc: Rpc = {
    async call<T>(method: string): Promise<T> {
      const answer = answers[method as keyof Answers]
      if (answer instanceof Error) throw answer
      return answer as T
    },
  }
  return transactionFacts(rpc, { asset }, hash)
}

test('facts that fit together are returned', async () => {
  expect(await factsFrom({})).toMatchObject({
    confirmations: 3n,
    timestamp: 0x65000000n,
    transfers: [{ logIndex: 3, from: payer, to: us }],
  })
  expect(await factsFrom({ eth_getTransactionByHash: { ...transaction, to: null } })).toMatchObject({ to: null, directTransfer: null })
})

describe('not there yet counts', () => {
  const cases: [string, Partial<Answers>][] = [
    ['a transaction without receipt', { eth_getTransactionReceipt: null }],
    ['a receipt without transaction', { eth_getTransactionByHash: null }],
    ['a transaction that waits again', { eth_getTransactionByHash: { ...transaction, blockHash: null } }],
    ['a transaction that has moved to another block', { eth_getTransactionByHash: { ...transaction, blockHash: otherBlock } }],
    ['a receipt whose block is not known', { eth_getBlockByNumber: null }],
    ['a receipt whose block is on the chain no more', { eth_getBlockByNumber: { ...block, hash: otherBlock } }],
  ]
  test.each(cases)('%s', async (_, answers) => {
    expect(await factsFrom(answers)).toBeNull()
  })
})

test('a head below the block means a lagging node, and the block counts as the head', async () => {
  expect(await factsFrom({ eth_blockNumber: '0xf' })).toMatchObject({ confirmations: 1n })
})

test('logs of a reverted transaction are ignored', async () => {
  expect(await factsFrom({ eth_getTransactionReceipt: { ...receipt, status: '0x0' } })).toMatchObject({ status: 'reverted', transfers: [] })
})

describe('no answer is', () => {
  const cases: [string, Partial<Answers>][] = [
    ['the receipt of another transaction', { eth_getTransactionReceipt: { ...receipt, transactionHash: otherBlock } }],
    ['another transaction', { eth_getTransactionByHash: { ...transaction, hash: otherBlock } }],
    ['another block', { eth_getBlockByNumber: { ...block, number: '0x11' } }],
    ['a head of a number that no chain has', { eth_blockNumber: '0x20000000000000' }],
    ['a block of a time that no calendar has', { eth_getBlockByNumber: { ...block, timestamp: '0x7dba8218001' } }],
    ['a log of another transaction', { eth_getTransactionReceipt: { ...receipt, logs: [{ ...log, transactionHash: otherBlock }] } }],
    ['one log index twice', { eth_getTransactionReceipt: { ...receipt, logs: [log, log] } }],
    ['calldata of half a byte', { eth_getTransactionByHash: { ...transaction, input: '0x123' } }],
    ['a rejection', { eth_getTransactionReceipt: new RpcRejected(-32000, 'transaction indexing is in progress') }],
  ]
  test.each(cases)('%s', async (_, answers) => {
    await expect(factsFrom(answers)).rejects.toBeInstanceOf(RpcUnreachable)
  })

  const junk = fc.oneof(
    fc.anything(),
    fc.constantFrom('', '0x', '0xzz', '0x1', word('ff'), `0x${'f'.repeat(80)}`, null, [], {}, 1, true, [null], [{}]),
  )
  const methods = fc.constantFrom(...(Object.keys(honest) as (keyof Answers)[]))

  test('any other answer of a node', async () => {
    const garbled = fc.oneof(
      fc.record({ method: methods, path: fc.constant([]), value: junk }),
      fc.record({ method: fc.constant('eth_getTransactionReceipt' as const), path: pathIn(receipt), value: junk }),
      fc.record({
        method: fc.constant('eth_getTransactionReceipt' as const),
        path: pathIn(log).map((path) => ['logs', '0', ...path]),
        value: junk,
      }),
      fc.record({ method: fc.constant('eth_getTransactionByHash' as const), path: pathIn(transaction), value: junk }),
      fc.record({ method: fc.constant('eth_getBlockByNumber' as const), path: pathIn(block), value: junk }),
    )
    let refused = 0
    await fc.assert(
      fc.asyncProperty(garbled, async ({ method, path, value }) => {
        const facts = await factsFrom({ [method]: replaced(honest[method], path, value) }).catch((error: unknown) => {
          expect(error).toBeInstanceOf(RpcUnreachable)
          refused++
          return null
        })
        // Where the random value is in a member that is not read, or happens to be well formed, the rest does not change.
        if (facts !== null) expect(facts).toMatchObject({ hash, blockNumber: 16n, blockHash, timestamp: expect.any(BigInt) })
      }),
      { numRuns: runsOf(1500) },
    )
    expect(refused).toBeGreaterThan(runsOf(500))
  })
})

function pathIn(value: object): fc.Arbitrary<string[]> {
  return fc.constantFrom(...Object.keys(value)).map((key) => [key])
}

function replaced(target: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value
  const copy = Array.isArray(target) ? [...(target as unknown[])] : { ...(target as object) }
  Reflect.set(copy, key, replaced(Reflect.get(copy, key), rest, value))
  return copy
}
