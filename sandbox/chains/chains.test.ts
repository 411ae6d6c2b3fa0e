import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toHex, type Hex } from '../../src/shared/bytes.ts'
import { silentLog } from '../../src/shared/log.ts'
import { multicall3Address, sandboxNetworks } from '../networks.ts'
import { temporaryDirectory } from '../tests/temporary-world.ts'
import { startChains, type RunningChain, type RunningChains } from './start-chains.ts'

const blockMs = 200
const separators: Record<string, Hex> = {
  'eip155:8453': '0x02fa7265e7c5d81118673727957699e4d68f74cd74b7db77da710fe8a2c7834f',
  'eip155:1': '0x06c37168a7db5138defc7866392bb87a741f9b3d104deb5094588ce041cae335',
  'eip155:137': '0xcaa2ce1a5703ccbe253a34eb3166df60a705c561b44b192061e28f2a985be2ca',
  'eip155:42161': '0x08d11903f8419e68b1b8721bcbe2e9fc68569122a77ef18c216f10b3b5112c78',
  'eip155:10': '0x26d9c34bb1a1c312f69c53b2d93b8be20faafba63af2438c6811713c9b1f933f',
  // The sandbox's own token, with the domain USDC/1.
  'eip155:1187947933': '0xcb325783bc76dfb1d20baa4ae90e8910db591d70fcd0017580e23b2331419366',
}

const directory = temporaryDirectory()
let running: RunningChains
beforeAll(async () => {
  running = await startChains({ directory, blockMs, log: silentLog })
})
afterAll(async () => {
  await running.close()
  rmSync(directory, { recursive: true, force: true })
})

function chain(slug: string): RunningChain {
  const found = running.chains.find((one) => one.slug === slug)
  if (found === undefined) throw new Error(`no chain ${slug}`)
  return found
}

const head = async ({ rpc }: RunningChain): Promise<number> => Number(await rpc.call<Hex>('eth_blockNumber'))
const nowSeconds = (): number => Date.now() / 1000

interface NodeBlock {
  number: Hex
  timestamp: Hex
  baseFeePerGas?: Hex
}

/** Makes an account with gas send one empty transaction to itself. Returns the hash. */
async function sendSomething({ rpc, chainId }: RunningChain, fees: 'legacy' | 'eip1559'): Promise<Hex> {
  const account = privateKeyToAccount(toHex(randomBytes(32)))
  await rpc.call('anvil_setBalance', account.address, '0xde0b6b3a7640000')
  const common = { chainId, nonce: 0, gas: 21_000n, to: account.address }
  const raw =
    fees === 'legacy'
      ? await account.signTransaction({ ...common, type: 'legacy', gasPrice: 2_000_000_000n })
      : await account.signTransaction({ ...common, type: 'eip1559', maxFeePerGas: 2_000_000_000n, maxPriorityFeePerGas: 1_000_000n })
  return await rpc.call<Hex>('eth_sendRawTransaction', raw)
}

async function minedWithin(one: RunningChain, hash: Hex, ms: number): Promise<number | null> {
  const start = performance.now()
  while (performance.now() - start < ms) {
    if ((await one.rpc.call('eth_getTransactionReceipt', hash)) !== null) return performance.now() - start
    await sleep(10)
  }
  return null
}

describe.each(sandboxNetworks.map(({ slug, id, chainId }) => ({ slug, id, chainId })))('$slug', ({ slug, id, chainId }) => {
  test('has its real chain id', async () => {
    expect(Number(await chain(slug).rpc.call('eth_chainId'))).toBe(chainId)
  })

  test('has USDC at its canonical address, with the domain separator that wallets sign for', async () => {
    const { rpc, asset } = chain(slug)
    expect(await rpc.call('eth_call', { to: asset, data: '0x3644e515' }, 'latest')).toBe(separators[id])
  })
})

test('every chain except SKALE has Multicall3, with the code that viem deploys', async () => {
  const constants = join(dirname(createRequire(import.meta.url).resolve('viem')), 'constants', 'contracts.js')
  const { multicall3Bytecode } = createRequire(import.meta.url)(constants) as { multicall3Bytecode: Hex }
  const deployed = await chain('base').rpc.call<Hex>('eth_call', { data: multicall3Bytecode }, 'latest')
  for (const { rpc, transactions } of running.chains) {
    expect(await rpc.call('eth_getCode', multicall3Address, 'latest')).toBe(transactions === 'legacy' ? '0x' : deployed)
  }
})

test('an idle chain makes no blocks', async () => {
  const before = await Promise.all(running.chains.map(head))
  await sleep(4 * blockMs)
  expect(await Promise.all(running.chains.map(head))).toEqual(before)
})

test('a transaction is mined soon, in one block', async () => {
  const base = chain('base')
  const before = await head(base)
  const hash = await sendSomething(base, 'eip1559')
  expect(await minedWithin(base, hash, 3_000)).not.toBeNull()
  await sleep(2 * blockMs)
  expect(await head(base)).toBe(before + 1)
})

test('a transaction with a nonce gap makes no blocks', async () => {
  const base = chain('base')
  const account = privateKeyToAccount(toHex(randomBytes(32)))
  await base.rpc.call('anvil_setBalance', account.address, '0xde0b6b3a7640000')
  const common = { chainId: base.chainId, gas: 21_000n, to: account.address, type: 'legacy', gasPrice: 2_000_000_000n } as const
  const before = await head(base)
  await base.rpc.call('eth_sendRawTransaction', await account.signTransaction({ ...common, nonce: 1 }))
  await sleep(3 * blockMs)
  expect(await head(base)).toBe(before)
  await base.rpc.call('eth_sendRawTransaction', await account.signTransaction({ ...common, nonce: 0 }))
  await sleep(3 * blockMs)
  expect(await head(base)).toBe(before + 1)
})

test('blocks have the real time, however many there are in a second', async () => {
  const { rpc } = chain('polygon')
  for (let block = 0; block < 20; block += 1) await rpc.call('evm_mine')
  const { timestamp } = await rpc.call<NodeBlock>('eth_getBlockByNumber', 'latest', false)
  expect(Math.abs(Number(timestamp) - nowSeconds())).toBeLessThan(3)
})

test('safe and finalized follow the head', async () => {
  const { rpc } = chain('arbitrum')
  for (let block = 0; block < 5; block += 1) await rpc.call('evm_mine')
  const [latest, safe, finalized] = await Promise.all(
    ['latest', 'safe', 'finalized'].map(async (tag) => Number((await rpc.call<NodeBlock>('eth_getBlockByNumber', tag, false)).number)),
  )
  expect(safe).toBe((latest ?? 0) - 1)
  expect(finalized).toBe((latest ?? 0) - 2)
})

test('SKALE has no base fee and accepts legacy transactions only', async () => {
  const skale = chain('skale')
  expect((await skale.rpc.call<NodeBlock>('eth_getBlockByNumber', 'latest', false)).baseFeePerGas).toBeUndefined()
  await expect(sendSomething(skale, 'eip1559')).rejects.toThrow()
  expect(await minedWithin(skale, await sendSomething(skale, 'legacy'), 3_000)).not.toBeNull()
})

test('the others have a base fee', async () => {
  const { baseFeePerGas } = await chain('base').rpc.call<NodeBlock>('eth_getBlockByNumber', 'latest', false)
  expect(Number(baseFeePerGas)).toBeGreaterThan(0)
})

test('one directory has one sandbox at a time, and two directories have two', async () => {
  const [base] = sandboxNetworks
  if (base === undefined) throw new Error('no networks')
  await expect(startChains({ directory, log: silentLog, networks: [base] })).rejects.toThrow('in use')
  const other = temporaryDirectory()
  const second = await startChains({ directory: other, log: silentLog, networks: [base] })
  expect(second.chains[0]?.rpcUrl).not.toBe(chain('base').rpcUrl)
  expect(await second.chains[0]?.rpc.call('eth_chainId')).toBe(await chain('base').rpc.call('eth_chainId'))
  await second.close()
  rmSync(other, { recursive: true, force: true })
  expect(await head(chain('base'))).toBeGreaterThan(0)
})
