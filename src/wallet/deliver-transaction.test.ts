import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { keccak256 } from 'viem'
import { temporaryWorld } from '../../sandbox/tests/temporary-world.ts'
import type { World } from '../../sandbox/world.ts'
import { addressDigits, selectors, uintDigits } from '../chain/abi.ts'
import { RpcUnreachable, type Chain } from '../chain/chain.ts'
import { connectChain } from '../chain/connect/connect-chain.ts'
import { networks } from '../chain/networks.ts'
import { createRpc, type ClosableRpc } from '../chain/rpc/create-rpc.ts'
import { systemClock, systemTimers } from '../ops/system.ts'
import type { Hex } from '../shared/bytes.ts'
import { silentLog } from '../shared/log.ts'
import { silentMetrics } from '../shared/metrics.ts'
import { deliverTransaction } from './deliver-transaction.ts'

const network = networks[0]!
const parts = { clock: systemClock, timers: systemTimers }
const nobody: Hex = '0x00000000000000000000000000000000000000aa'

let world: World
let rpc: ClosableRpc
let chain: Chain
beforeAll(async () => {
  world = await temporaryWorld({ networks: [network.id] })
  rpc = createRpc({ ...parts, urls: [world.networks[0]!.rpcUrl], log: silentLog, metrics: silentMetrics })
  chain = await connectChain({ ...parts, network, rpc, log: silentLog })
})
afterAll(async () => {
  await rpc?.close()
  await world?.close()
})

async function transfer(wish: { readonly key?: Hex; readonly amount?: bigint; readonly nonce?: number } = {}) {
  const account = privateKeyToAccount(wish.key ?? world.payer.privateKey)
  const raw = await account.signTransaction({
    type: 'eip1559',
    chainId: network.chainId,
    nonce: wish.nonce ?? (await chain.accountNonce(account.address, 'pending')),
    to: network.asset,
    data: `${selectors.transfer}${addressDigits(nobody)}${uintDigits(wish.amount ?? 1n)}`,
    gas: 100_000n,
    maxFeePerGas: 10_000_000_000n,
    maxPriorityFeePerGas: 1_000_000_000n,
  })
  return { raw, hash: keccak256(raw) }
}

describe('a transaction that was signed', () => {
  test('is sent, and waited for until it is mined', async () => {
    const transaction = await transfer()
    expect(await deliverTransaction(chain, transaction, parts)).toBeNull()
    expect((await chain.receipt(transaction.hash))?.status).toBe('success')
  })

  test('may be delivered a second time without harm', async () => {
    const transaction = await transfer()
    expect(await deliverTransaction(chain, transaction, parts)).toBeNull()
    const again: Chain = { ...chain, send: async () => 'already_known' }
    expect(await deliverTransaction(again, transaction, parts)).toBeNull()
  })

  test('has paid nothing when it was reverted', async () => {
    expect(await deliverTransaction(chain, await transfer({ amount: 10n ** 18n }), parts)).toBe('the transaction was reverted')
  })

  test.each([
    ['the wallet has no coin for gas', { key: generatePrivateKey() }, /gas/],
    ['another transaction took its place', { nonce: 0 }, /faster/],
  ] as const)('has paid for nothing when the node refuses it because %s', async (_, wish, reason) => {
    expect(await deliverTransaction(chain, await transfer(wish), parts)).toMatch(reason)
  })

  test('is neither given up nor called a failure while it may have been sent', async () => {
    let now = 0
    const patient = { clock: { now: () => now }, timers: { ...systemTimers, sleep: async (ms: number) => void (now += ms) } }
    let sends = 0
    const gone: Chain = {
      ...chain,
      send: async () => {
        sends += 1
        throw new RpcUnreachable('gone')
      },
      receipt: async () => {
        throw new RpcUnreachable('gone')
      },
    }
    expect(await deliverTransaction(gone, await transfer(), patient)).toBeNull()
    expect(sends).toBeGreaterThan(5)
    expect(now).toBeGreaterThanOrEqual(180_000)
  })

  test('is not reported as refused when a node that may have passed it on refuses it later', async () => {
    let sends = 0
    const forgetful: Chain = {
      ...chain,
      async send(raw) {
        sends += 1
        if (sends > 1) return 'nonce_too_low'
        await chain.send(raw)
        throw new RpcUnreachable('the answer was lost')
      },
      receipt: async (hash) => (sends > 1 ? chain.receipt(hash) : null),
    }
    let skipped = 0
    const sleep = async (ms: number) => {
      skipped += 15_000
      await systemTimers.sleep(ms)
    }
    const hasty = { clock: { now: () => systemClock.now() + skipped }, timers: { ...systemTimers, sleep } }
    const transaction = await transfer()
    expect(await deliverTransaction(forgetful, transaction, hasty)).toBeNull()
    expect((await chain.receipt(transaction.hash))?.status).toBe('success')
  })
})
