import { encodeFunctionData, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nodeRpc } from '../../../sandbox/chains/node-rpc.ts'
import { lookAt } from '../../../sandbox/tests/look-at-chain.ts'
import { registryAbi } from '../../../sandbox/tests/registry-abi.ts'
import { temporaryWorld } from '../../../sandbox/tests/temporary-world.ts'
import type { World } from '../../../sandbox/world.ts'
import { systemClock, systemTimers } from '../../../src/ops/system.ts'
import type { Hex } from '../../../src/shared/bytes.ts'
import { silentLog } from '../../../src/shared/log.ts'
import { silentMetrics } from '../../../src/shared/metrics.ts'
import type { MemoryStore } from '../../../src/store/sqlite/open-memory-store.ts'
import type { Chain, NetworkId } from '../../../src/chain/chain.ts'
import { connectChain } from '../../../src/chain/connect/connect-chain.ts'
import { findNetwork } from '../../../src/chain/networks.ts'
import { type ClosableRpc, createRpc } from '../../../src/chain/rpc/create-rpc.ts'
import { createIndexes, type Indexes } from './create-indexes.ts'
import { memoryStore, rowsOf, signal, watching } from '../../../src/chain/follow/index-store.fixture.ts'
import { identityRegistry, reputationRegistry } from '../../../src/chain/known/registries.ts'

const ids: readonly NetworkId[] = ['eip155:8453', 'eip155:1187947933']
const base: NetworkId = 'eip155:8453'
const whale: Hex = '0x00000000000000000000000000000000000f00d5'
const parts = { clock: systemClock, timers: systemTimers, log: silentLog, metrics: silentMetrics }
const chains = new Map<NetworkId, Chain>()
const rpcs: ClosableRpc[] = []
let world: World
let store: MemoryStore
let indexes: Indexes

beforeAll(async () => {
  world = await temporaryWorld({ population: true })
  for (const id of ids) {
    const rpc = createRpc({ urls: [world.networks.find((one) => one.id === id)!.rpcUrl], ...parts })
    rpcs.push(rpc)
    chains.set(id, await connectChain({ network: findNetwork(id)!, rpc, ...parts }))
  }
  store = memoryStore()
  indexes = open(store)
  await readAll(indexes)
})
afterAll(async () => {
  for (const rpc of rpcs) await rpc.close()
  await store?.close()
  await world?.close()
})

function open(held: MemoryStore): Indexes {
  const tokens = (id: NetworkId) => [{ address: findNetwork(id)!.asset, large: 250_000_000_000n }]
  const settings = { agents: new Set(ids), transfers: new Map(ids.map((id) => [id, tokens(id)])), historySeconds: 30 * 86_400 }
  return createIndexes({ ...parts, settings, chains, store: held, simulated: true, watched: watching(whale) })
}

async function readAll(all: Indexes): Promise<void> {
  for (let round = 0; round < 50; round++) {
    for (const job of all.jobs) await job.run(signal)
    if (all.state().every(({ state }) => state === 'current')) return
  }
  throw new Error(JSON.stringify(all.state()))
}

async function rescan(): Promise<string[]> {
  const other = memoryStore()
  await readAll(open(other))
  const rows = await rowsOf(other)
  await other.close()
  return rows
}

const client = (id: NetworkId) => lookAt(world, findNetwork(id)!.slug).client

describe('on real nodes', () => {
  test.each(ids)('every agent of %s is what the registry itself says', async (network) => {
    const read = (functionName: 'ownerOf' | 'getAgentWallet' | 'tokenURI', agentId: bigint) =>
      client(network).readContract({ address: identityRegistry, abi: registryAbi, functionName, args: [agentId] })
    let agents = 0
    for (let agentId = 0n; ; agentId++) {
      const agent = await indexes.agents.find(network, agentId)
      const owner = await read('ownerOf', agentId).catch(() => null)
      expect(agent?.owner ?? null).toBe(owner?.toLowerCase() ?? null)
      if (!agent || owner === null) break
      expect(agent.wallet ?? `0x${'0'.repeat(40)}`).toBe((await read('getAgentWallet', agentId)).toLowerCase())
      expect(agent.uri).toBe(await read('tokenURI', agentId))
      expect((await indexes.agents.ofAddress(network, owner as Hex)).agents.map((one) => one.agent.agentId)).toContain(`${agentId}`)
      agents += 1
    }
    expect(agents).toBeGreaterThan(network === base ? 2 : -1)
  })

  test('all feedback is what the registry itself says', async () => {
    const registry = { address: reputationRegistry, abi: registryAbi } as const
    let given = 0
    for (let agentId = 0n; (await indexes.agents.find(base, agentId)) !== null; agentId++) {
      const clients = await client(base).readContract({ ...registry, functionName: 'getClients', args: [agentId] })
      const { feedback, reviewers } = await indexes.agents.feedback(base, agentId, 1_000)
      expect(reviewers.map(({ address }) => address).toSorted()).toEqual(clients.map((one) => one.toLowerCase()).toSorted())
      for (const { reviewer, index, value, valueDecimals, tag1, tag2, revoked } of feedback) {
        const said = await client(base).readContract({
          ...registry,
          functionName: 'readFeedback',
          args: [agentId, reviewer, BigInt(index)],
        })
        expect([value, valueDecimals, tag1, tag2, revoked]).toEqual(said)
        given += 1
      }
    }
    expect(given).toBeGreaterThan(0)
  })

  test('large transfers are found when they are mined, and are gone when a reorganisation of depth 5 takes them', async () => {
    const node = nodeRpc(world.networks.find(({ id }) => id === base)!.rpcUrl)
    const transferAbi = parseAbi(['function transfer(address to, uint256 value)'])
    const rich = world.payer.address
    await world.fund(rich, '900000')
    await node.call('anvil_impersonateAccount', rich)
    const send = async (amount: bigint) => {
      const data = encodeFunctionData({ abi: transferAbi, functionName: 'transfer', args: [whale, amount] })
      const hash = await node.call<Hex>('eth_sendTransaction', { from: rich, to: findNetwork(base)!.asset, data, gas: '0x186a0' })
      await node.call('evm_mine')
      return hash
    }
    const found = async () => (await indexes.transfers.ofAddress(whale, 0n, 100)).map(({ transactionHash }) => transactionHash)
    const kept = await send(300_000_000_000n)
    for (let block = 0; block < 6; block++) await node.call('evm_mine')
    const lost = await send(260_000_000_000n)
    const small = await send(1n)
    await readAll(indexes)
    expect(await found()).toEqual([small, lost, kept])
    const large = await indexes.transfers.large({ network: base, since: 0n, limit: 2 })
    expect(large.map(({ transactionHash }) => transactionHash)).toEqual([lost, kept])

    await node.call('anvil_reorg', 5, [])
    await readAll(indexes)
    expect(await found()).toEqual([kept])
    expect(await rowsOf(store)).toEqual(await rescan())
  })

  test('a scan of what was read ends in the same rows', async () => {
    expect(await rowsOf(store)).toEqual(await rescan())
  })
})
