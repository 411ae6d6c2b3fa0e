import { expect, test } from 'vitest'
import type { Hex } from '../shared/bytes.ts'
import { uintDigits } from './abi.ts'
import { authorizationFate } from './authorization-fate.ts'
import { type Network, type Rpc, RpcUnreachable } from './chain.ts'
import { findNetwork } from './networks.ts'

const base = findNetwork('eip155:8453') as Network
const payer: Hex = `0x${'a1'.repeat(20)}`
const nonce: Hex = `0x${'5e'.repeat(32)}`

test('a node that never answers about logs is not asked repeatedly', async () => {
  let asked = 0
  const answers: Record<string, unknown> = { eth_call: `0x${uintDigits(1n)}`, eth_blockNumber: '0x100000', eth_getLogs: null }
  const rpc: Rpc = {
    async call<T>(method: string): Promise<T> {
      asked++
      return answers[method] as T
    },
  }
  await expect(authorizationFate(rpc, base, payer, nonce, 0n)).rejects.toBeInstanceOf(RpcUnreachable)
  expect(asked).toBe(3)
})
