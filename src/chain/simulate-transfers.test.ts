import { expect, test } from 'vitest'
import { RpcRejected, RpcUnreachable, type Authorization, type Rpc } from './chain.ts'
import { estimateTransfer } from './simulate-transfers.ts'

const authorization: Authorization = {
  from: `0x${'11'.repeat(20)}`,
  to: `0x${'22'.repeat(20)}`,
  value: 50_000n,
  validAfter: 0n,
  validBefore: 2_000_000_000n,
  nonce: `0x${'33'.repeat(32)}`,
  signature: `0x${'44'.repeat(65)}`,
}

/** The estimate by a node that answers or rejects so. */
function estimate(answer: () => unknown): Promise<bigint | null> {
  const rpc: Rpc = { call: async <T>() => answer() as T }
  return estimateTransfer({
    rpc,
    asset: `0x${'55'.repeat(20)}`,
    sender: `0x${'66'.repeat(20)}`,
    authorization,
    gasCap: 500_000n,
    fees: { kind: 'legacy', gasPrice: 7n },
  })
}

const rejected = (code: number, message: string) => () => {
  throw new RpcRejected(code, message)
}

test('an estimate is the gas of the transfer, or null where the contract fails or needs more than it may use', async () => {
  expect(await estimate(() => '0x1a000')).toBe(0x1a000n)
  expect(await estimate(rejected(3, 'execution reverted'))).toBeNull()
  expect(await estimate(rejected(-32000, 'gas required exceeds allowance (500000)'))).toBeNull()
})

test('a sender without the money for so much gas is no verdict of the contract', async () => {
  await expect(estimate(rejected(-32000, 'gas required exceeds allowance (90000)'))).rejects.toBeInstanceOf(RpcUnreachable)
  await expect(estimate(rejected(-32000, 'gas required exceeds allowance (0)'))).rejects.toBeInstanceOf(RpcUnreachable)
})
