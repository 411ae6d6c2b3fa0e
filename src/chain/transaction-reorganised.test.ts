import { encodeFunctionData, keccak256, parseAbi } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWallet, openTestWorld, type TestChain, type TestWallet, type TestWorld } from '../settler/test-world.fixture.ts'
import type { Hex } from '../shared/bytes.ts'

const price = 7500n
const abi = parseAbi(['function transfer(address to, uint256 value)'])

let testWorld: TestWorld
let base: TestChain

beforeAll(async () => {
  testWorld = await openTestWorld()
  base = testWorld.base
})
afterAll(() => testWorld?.close())

async function signTransfer(from: TestWallet): Promise<Hex> {
  const { chain } = base
  const { asset, chainId } = chain.network
  return privateKeyToAccount(from.privateKey).signTransaction({
    type: 'eip1559',
    chainId,
    to: asset,
    data: encodeFunctionData({ abi, functionName: 'transfer', args: [testWorld.payTo, price] }),
    nonce: await chain.accountNonce(from.address, 'latest'),
    gas: 100_000n,
    maxFeePerGas: 2_000_000_000n,
    maxPriorityFeePerGas: 1n,
  })
}

async function mine(...transactions: readonly Hex[]): Promise<void> {
  base.hold()
  for (const raw of transactions) expect(['accepted', 'already_known']).toContain(await base.chain.send(raw))
  await base.mine()
}

test('a transaction that was reorganised away is gone, and in another block it is the same payment under another log index', async () => {
  const [payer, other] = [newWallet(), newWallet()]
  await base.fund([payer.address, other.address], 1_000_000n)
  const [transfer, before] = [await signTransfer(payer), await signTransfer(other)]
  const hash = keccak256(transfer)
  await mine(transfer)
  const first = await base.chain.transaction(hash)
  expect(first).toMatchObject({ status: 'success', confirmations: 1n, transfers: [{ logIndex: 0, occurrence: 0 }] })

  await base.reorganise()
  expect(await base.chain.transaction(hash)).toBeNull()

  await mine(before, transfer)
  const second = await base.chain.transaction(hash)
  expect(second?.blockHash).not.toBe(first?.blockHash)
  expect(second?.transfers).toEqual([{ ...first?.transfers[0], logIndex: 1 }])
})
