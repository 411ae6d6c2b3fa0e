import { keccak256, stringToHex, toEventSelector, zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemTimers } from '../../src/ops/system.ts'
import { createGuardedFetch } from '../../src/net/guarded-fetch.ts'
import { createAgentFiles, type AgentFiles } from '../../goods/onchain/agents/agent-files.ts'
import type { AgentId } from '../../goods/onchain/agents/agent-id.ts'
import { identityRegistry, implementationSlot, reputationRegistry } from '../chains/canonical-contracts.ts'
import { lookAt, type ChainView } from '../tests/look-at-chain.ts'
import { registryAbi as abi } from '../tests/registry-abi.ts'
import { temporaryWorld } from '../tests/temporary-world.ts'
import type { World } from '../world.ts'
import { freightWallet } from './freight-wallet.ts'
import { addressOf, inhabitant, inhabitants, membersOf } from './inhabitants.ts'

let world: World
let base: ChainView
let files: AgentFiles
beforeAll(async () => {
  world = await temporaryWorld({ population: true })
  base = lookAt(world, 'base')
  const places = new Set(Object.values(world.agentOrigins ?? {}).map((origin: string) => new URL(origin).host))
  files = createAgentFiles({ fetch: createGuardedFetch({ allowedEndpoints: places }, { timers: systemTimers }), simulated: true })
})
afterAll(() => world.close())

const identity = { address: identityRegistry, abi } as const
const reputation = { address: reputationRegistry, abi } as const
const idOf = (key: string) => BigInt(inhabitant(key).agents?.['base'] ?? -1)
const agentOf = (key: string): AgentId => ({ chainId: 8453, registry: identityRegistry.toLowerCase(), agentId: idOf(key) })
const uriOf = (key: string) => base.client.readContract({ ...identity, functionName: 'tokenURI', args: [idOf(key)] })
const ownerOf = (slug: string, id: number) =>
  lookAt(world, slug).client.readContract({ ...identity, functionName: 'ownerOf', args: [BigInt(id)] })
const walletOf = (key: string) => base.client.readContract({ ...identity, functionName: 'getAgentWallet', args: [idOf(key)] })
const reading = async (key: string) => files.registration(await uriOf(key), agentOf(key))

describe('the registries', () => {
  test('are behind proxies at their addresses on all networks', async () => {
    for (const { slug } of world.networks) {
      const { client } = lookAt(world, slug)
      for (const address of [identityRegistry, reputationRegistry]) {
        expect(await client.getStorageAt({ address, slot: implementationSlot })).toMatch(/^0x0{24}.*804[12]$/)
        expect(await client.readContract({ address, abi, functionName: 'getVersion' })).toBe('2.0.0')
      }
      expect(await client.readContract({ ...identity, functionName: 'name' })).toBe('AgentIdentity')
      expect(await client.readContract({ ...identity, functionName: 'symbol' })).toBe('AGENT')
      expect(await client.readContract({ ...reputation, functionName: 'getIdentityRegistry' })).toBe(identityRegistry)
    }
  })

  test('emit the published events', () => {
    expect(toEventSelector('Registered(uint256,string,address)')).toMatch(/^0xca52e62c.*bc4a$/)
    expect(toEventSelector('MetadataSet(uint256,string,string,bytes)')).toMatch(/^0x2c149ed5.*468b$/)
    expect(toEventSelector('NewFeedback(uint256,address,uint64,int128,uint8,string,string,string,string,string,bytes32)')).toMatch(
      /^0x6a4a6174.*febc$/,
    )
    expect(toEventSelector('FeedbackRevoked(uint256,address,uint64)')).toMatch(/^0x25156fd3.*6d09d$/)
  })

  test('every agent of the table has the owner that the table says, and there are no others', async () => {
    const owned: Record<string, number> = {}
    for (const { address, agents = {} } of inhabitants) {
      for (const [slug, id] of Object.entries(agents)) {
        expect(await ownerOf(slug, id)).toBe(address)
        owned[slug] = (owned[slug] ?? 0) + 1
      }
    }
    for (const { slug } of world.networks) await expect(ownerOf(slug, owned[slug] ?? 0)).rejects.toThrow()
  })

  test('every registration has its events, in the order of the agent numbers', async () => {
    const registered = await base.client.getContractEvents({ ...identity, eventName: 'Registered', strict: true, fromBlock: 0n })
    expect(registered.map(({ args }) => args.agentId)).toEqual([0n, 1n, 2n, 3n, 4n, 5n, 6n, 7n])
    expect(registered[0]?.args).toMatchObject({ owner: addressOf('quote-desk'), agentURI: await uriOf('quote-desk') })
    const wallets = await base.client.getContractEvents({
      ...identity,
      eventName: 'MetadataSet',
      args: { indexedMetadataKey: 'agentWallet' },
      strict: true,
      fromBlock: 0n,
    })
    expect(wallets[0]?.topics[2]).toBe(keccak256(stringToHex('agentWallet')))
    const last = new Map(wallets.map(({ args }) => [args.agentId, args.metadataValue]))
    for (const [id, wallet] of last) {
      const told = await base.client.readContract({ ...identity, functionName: 'getAgentWallet', args: [id] })
      expect(wallet === '0x' ? zeroAddress : wallet).toBe(told.toLowerCase())
    }
  })
})

describe('agents', () => {
  test('the good agent is named by its file and its domain', async () => {
    const read = await reading('quote-desk')
    expect(read).toMatchObject({ kind: 'read', names: 'this_agent', record: { name: 'Quote desk', active: true } })
    if (read.kind !== 'read') return
    expect(await files.domains(read.record, agentOf('quote-desk'))).toContainEqual({
      domain: new URL(world.agentOrigins!.shop).host,
      outcome: 'proven',
    })
    const onSkale = { ...agentOf('quote-desk'), chainId: 1_187_947_933, agentId: 0n }
    expect(await files.registration(await uriOf('quote-desk'), onSkale)).toMatchObject({ names: 'this_agent' })
  })

  test('one agent has another wallet that acts for it', async () => {
    expect(await walletOf('freight-desk')).toBe(freightWallet.address)
    expect(addressOf('freight-wallet')).toBe(freightWallet.address)
    expect(await base.client.readContract({ ...identity, functionName: 'balanceOf', args: [freightWallet.address] })).toBe(0n)
    expect(await reading('freight-desk')).toMatchObject({ kind: 'read', names: 'this_agent' })
  })

  test('one agent has an empty file, one has endless redirects, one has no file', async () => {
    expect(await reading('empty-file')).toMatchObject({ kind: 'not_read', reason: 'empty' })
    expect(await reading('looping-file')).toMatchObject({ kind: 'not_read', reason: 'too_many_redirects' })
    expect(await uriOf('no-file')).toBe('')
  })

  test('the thief points at a file that names another', async () => {
    expect(await uriOf('thief')).toBe(await uriOf('quote-desk'))
    const read = await reading('thief')
    expect(read).toMatchObject({ kind: 'read', names: 'other_agents' })
    if (read.kind !== 'read') return
    const proofs = await files.domains(read.record, agentOf('thief'))
    expect(proofs.length).toBeGreaterThan(0)
    expect(proofs.map(({ outcome }) => outcome)).not.toContain('proven')
  })

  test('the sold agent has its new owner and no wallet', async () => {
    expect(await walletOf('moved-agent')).toBe(zeroAddress)
    const moves = await base.client.getContractEvents({
      ...identity,
      eventName: 'Transfer',
      args: { tokenId: idOf('moved-agent') },
      strict: true,
      fromBlock: 0n,
    })
    expect(moves.map(({ args }) => [args.from, args.to])).toEqual([
      [zeroAddress, addressOf('seller')],
      [addressOf('seller'), addressOf('moved-agent')],
    ])
  })
})

describe('reviews', () => {
  const reviewsOf = async (key: string, tag: string) => {
    const clients = await base.client.readContract({ ...reputation, functionName: 'getClients', args: [idOf(key)] })
    return base.client.readContract({ ...reputation, functionName: 'getSummary', args: [idOf(key), clients, tag, ''] })
  }

  test('ten old and otherwise active reviewers give the good agent ninety on average', async () => {
    expect(await base.client.readContract({ ...reputation, functionName: 'getClients', args: [idOf('quote-desk')] })).toEqual(
      membersOf('reviewer'),
    )
    // The revoked zero does not count.
    expect(await reviewsOf('quote-desk', 'starred')).toEqual([10n, 90n, 0])
    expect(await reviewsOf('quote-desk', 'uptime')).toEqual([1n, 9_977n, 2])
    for (const address of membersOf('reviewer')) {
      const [first, second] = await base.transfers(address)
      expect(first?.from).toBe(zeroAddress)
      expect(Date.now() / 1000 - (second?.at ?? 0)).toBeGreaterThan(180 * 86_400)
      expect(await base.client.getTransactionCount({ address })).toBeGreaterThanOrEqual(7)
    }
  })

  test('the ring reviews the agent that funded it an hour before, and does nothing else', async () => {
    expect(await reviewsOf('carnival', 'starred')).toEqual([12n, 100n, 0])
    const praise = await base.client.getContractEvents({
      ...reputation,
      eventName: 'NewFeedback',
      args: { agentId: idOf('carnival') },
      strict: true,
      fromBlock: 0n,
    })
    expect(praise.map(({ args }) => args.clientAddress)).toEqual(membersOf('shill'))
    const at = await base.time(praise[0]!.blockNumber)
    for (const address of membersOf('shill')) {
      const transfers = await base.transfers(address)
      expect(transfers.map(({ from }) => from)).toEqual([addressOf('carnival')])
      expect(at - transfers[0]!.at).toBe(3_600)
      expect(await base.client.getTransactionCount({ address })).toBe(1)
    }
    expect(await reading('carnival')).toMatchObject({ kind: 'read', names: 'this_agent' })
  })
})
