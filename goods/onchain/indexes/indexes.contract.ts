import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Hex } from '../../../src/shared/bytes.ts'
import { silentLog } from '../../../src/shared/log.ts'
import { silentMetrics } from '../../../src/shared/metrics.ts'
import type { Store } from '../../../src/store/store.ts'
import type { NetworkId } from '../../../src/chain/chain.ts'
import { advanceIndex, beginIndex, checkpointOf } from '../../../src/chain/follow/checkpoint-rows.ts'
import { createIndexes, type Indexes } from './create-indexes.ts'
import { quickTime, signal, watching } from '../../../src/chain/follow/index-store.fixture.ts'
import { usdc, watchedAccount } from '../../../src/chain/follow/random-events.fixture.ts'
import {
  account,
  type EmittedLog,
  identityEvent,
  reputationEvent,
  simulatedChain,
  type SimulatedChain,
  transferEvent,
  zero,
} from '../../../src/chain/follow/simulated-chain.fixture.ts'
import { transferRows } from './transfers/transfer-rows.ts'

const base: NetworkId = 'eip155:8453'
const hash: Hex = `0x${'cd'.repeat(32)}`
const [alice, bob, carol, dave] = [account(0xa1), account(0xb0), account(0xca), account(0xda)]
const blockTime = (number: number) => BigInt(1_700_000_000 + number * 2)

/** Everything that indexes promise of what they hold, on whatever engine. */
export function indexesContract(openStore: () => Promise<Store>): void {
  let store: Store
  let chain: SimulatedChain
  let indexes: Indexes
  let time: ReturnType<typeof quickTime>
  beforeEach(async () => {
    store = await openStore()
    chain = simulatedChain()
    time = quickTime()
    indexes = open()
    for (let block = 0; block < 5; block++) chain.mine()
  })
  afterEach(() => store.close())

  function open(simulated = true): Indexes {
    return createIndexes({
      settings: { agents: new Set([base]), transfers: new Map([[base, [{ address: usdc, large: 1_000n }]]]), historySeconds: 86_400 },
      chains: new Map([[base, chain.chain]]),
      store,
      ...time,
      log: silentLog,
      metrics: silentMetrics,
      simulated,
      watched: watching(watchedAccount),
    })
  }

  /** Each in a block of its own; then the background's work. */
  async function happened(...logs: readonly EmittedLog[]): Promise<void> {
    for (const log of logs) chain.mine(log)
    for (const job of indexes.jobs) await job.run(signal)
  }

  const made = (id: number, owner: Hex, uri = `https://a.example/${id}.json`): EmittedLog[] => [
    identityEvent('Transfer', { from: zero, to: owner, tokenId: BigInt(id) }),
    identityEvent('Registered', { agentId: BigInt(id), agentURI: uri, owner }),
    walletSet(id, owner),
  ]
  const walletSet = (id: number, wallet: Hex | '0x') =>
    identityEvent('MetadataSet', {
      agentId: BigInt(id),
      indexedMetadataKey: 'agentWallet',
      metadataKey: 'agentWallet',
      metadataValue: wallet,
    })
  const moved = (id: number, from: Hex, to: Hex) => identityEvent('Transfer', { from, to, tokenId: BigInt(id) })
  const appointed = (owner: Hex, operator: Hex, approved: boolean) => identityEvent('ApprovalForAll', { owner, operator, approved })
  const rolesOf = async (address: Hex) =>
    Object.fromEntries((await indexes.agents.ofAddress(base, address)).agents.map(({ agent, roles }) => [agent.agentId, roles]))

  describe('an agent', () => {
    test('has the last state of its registry: owner, wallet, file, and their times', async () => {
      await happened(...made(0, alice))
      expect(await indexes.agents.find(base, 0n)).toMatchObject({
        network: base,
        agentId: '0',
        owner: alice,
        wallet: alice,
        operators: [],
        uri: 'https://a.example/0.json',
        registered: { blockNumber: 7n, logIndex: 0, at: blockTime(7) },
        ownerSince: { blockNumber: 6n },
      })
      await happened(identityEvent('URIUpdated', { agentId: 0n, newURI: 'ipfs://new', updatedBy: alice }), walletSet(0, bob))
      expect(await indexes.agents.find(base, 0n)).toMatchObject({ wallet: bob, uri: 'ipfs://new', uriSince: { blockNumber: 9n } })
      expect(await indexes.agents.find(base, 1n)).toBeNull()
    })

    test('loses wallet and approval when its owner changes, with or without events for that', async () => {
      await happened(...made(0, alice), identityEvent('Approval', { owner: alice, approved: carol, tokenId: 0n }))
      expect(await indexes.agents.find(base, 0n)).toMatchObject({ operators: [carol] })
      await happened(moved(0, alice, bob))
      expect(await indexes.agents.find(base, 0n)).toMatchObject({ owner: bob, wallet: null, operators: [] })
      await happened(walletSet(0, dave))
      expect(await indexes.agents.find(base, 0n)).toMatchObject({ owner: bob, wallet: dave })
      await happened(walletSet(0, '0x'))
      expect(await indexes.agents.find(base, 0n)).toMatchObject({ wallet: null })
    })

    test('that was burnt has no owner', async () => {
      await happened(...made(0, alice), moved(0, alice, zero))
      expect(await indexes.agents.find(base, 0n)).toMatchObject({ owner: null, wallet: null })
      expect(await rolesOf(zero)).toEqual({})
    })

    test('is found by its owner, its wallet and its operators, while they are these', async () => {
      await happened(...made(0, alice), ...made(1, alice), walletSet(1, bob), ...made(2, carol), appointed(alice, dave, true))
      expect(await rolesOf(alice)).toEqual({ 0: ['owner', 'wallet'], 1: ['owner'] })
      expect(await rolesOf(bob)).toEqual({ 1: ['wallet'] })
      expect(await rolesOf(dave)).toEqual({ 0: ['operator'], 1: ['operator'] })
      // In whatever case an address is written.
      expect(await rolesOf(alice.toUpperCase().replace('0X', '0x') as Hex)).toEqual(await rolesOf(alice))
      await happened(appointed(alice, dave, false), moved(1, alice, carol))
      expect(await rolesOf(dave)).toEqual({})
      expect(await rolesOf(bob)).toEqual({})
      expect(await rolesOf(carol)).toEqual({ 1: ['owner'], 2: ['owner', 'wallet'] })
    })

    test('that was sent away does not hide owned agents, though anybody can send many', async () => {
      await happened(...made(0, alice))
      chain.mine(...Array.from({ length: 300 }, (_, at) => moved(100 + at, bob, alice)))
      chain.mine(...Array.from({ length: 300 }, (_, at) => moved(100 + at, alice, bob)))
      await happened()
      expect((await indexes.agents.ofAddress(base, alice)).more).toBe(true)
      expect((await indexes.agents.ofAddress(base, bob)).agents).toHaveLength(200)
    })

    test('whose registration was reorganised away does not exist', async () => {
      await happened(...made(0, alice))
      chain.reorganise(4, () => [])
      for (let round = 0; round < 2; round++) await happened()
      expect(await indexes.agents.find(base, 0n)).toBeNull()
    })
  })

  describe('feedback', () => {
    const given = (agentId: bigint, reviewer: Hex, index: bigint, value: bigint, more = {}) =>
      reputationEvent('NewFeedback', {
        agentId,
        clientAddress: reviewer,
        feedbackIndex: index,
        value,
        valueDecimals: 1,
        indexedTag1: 'speed',
        tag1: 'speed',
        tag2: 'eu',
        endpoint: 'https://e.example',
        feedbackURI: 'ipfs://f',
        feedbackHash: hash,
        ...more,
      })

    test('has its reviewer, its revocation and its number of responses, the newest first', async () => {
      await happened(
        ...made(0, alice),
        given(0n, bob, 1n, 955n),
        given(0n, bob, 2n, -20n),
        given(0n, carol, 1n, 10n, { tag1: 'a\0b' }),
        given(1n, carol, 1n, 7n),
        reputationEvent('FeedbackRevoked', { agentId: 0n, clientAddress: bob, feedbackIndex: 1n }),
        reputationEvent('ResponseAppended', {
          agentId: 0n,
          clientAddress: bob,
          feedbackIndex: 2n,
          responder: alice,
          responseURI: '',
          responseHash: hash,
        }),
      )
      const { feedback, reviewers, more } = await indexes.agents.feedback(base, 0n, 10)
      expect(feedback).toMatchObject([
        { reviewer: carol, index: '1', value: 10n, tag1: 'a\uFFFDb', revoked: false },
        { reviewer: bob, index: '2', value: -20n, valueDecimals: 1, responses: 1, revoked: false },
        {
          reviewer: bob,
          index: '1',
          value: 955n,
          tag1: 'speed',
          tag2: 'eu',
          endpoint: 'https://e.example',
          uri: 'ipfs://f',
          contentHash: hash,
          revoked: true,
          responses: 0,
        },
      ])
      expect(reviewers).toEqual([
        { address: bob, standing: 1, revoked: 1, first: blockTime(9) },
        { address: carol, standing: 1, revoked: 0, first: blockTime(11) },
      ])
      expect(more).toBe(false)
      expect(await indexes.agents.feedback(base, 0n, 2)).toMatchObject({ feedback: [{ reviewer: carol }, { reviewer: bob }], more: true })
    })
  })

  describe('transfers', () => {
    test('are kept from the threshold on, and always for watched addresses', async () => {
      await happened(
        transferEvent(usdc, alice, bob, 999n),
        transferEvent(usdc, alice, bob, 1_000n),
        transferEvent(usdc, watchedAccount, bob, 1n),
        transferEvent(usdc, bob, watchedAccount, 2n),
        transferEvent(usdc, watchedAccount, watchedAccount, 3n),
        transferEvent(account(0x999), alice, bob, 5_000n),
        transferEvent(usdc, carol, bob, 2n ** 255n),
      )
      const large = await indexes.transfers.large({ network: base, since: 0n, limit: 10 })
      expect(large).toMatchObject([
        { network: base, sender: carol, amount: 2n ** 255n },
        { sender: alice, recipient: bob, amount: 1_000n, blockNumber: 7n, at: blockTime(7), large: true },
      ])
      const amounts = async (since: bigint, limit: number) =>
        (await indexes.transfers.ofAddress(watchedAccount, since, limit)).map(({ amount }) => amount)
      expect(await amounts(0n, 10)).toEqual([3n, 2n, 1n])
      expect(await amounts(0n, 2)).toEqual([3n, 2n])
      expect(await amounts(blockTime(10), 10)).toEqual([3n])
    })

    test('are found by minimum amount, time and number', async () => {
      await happened(...[5_000n, 3_000n, 10_000n, 2_000n].map((amount) => transferEvent(usdc, alice, bob, amount)))
      const amounts = async (wish: object) =>
        (await indexes.transfers.large({ network: base, since: 0n, limit: 10, ...wish })).map(({ amount }) => amount)
      expect(await amounts({})).toEqual([2_000n, 10_000n, 3_000n, 5_000n])
      expect(await amounts({ minAmount: 4_000n })).toEqual([10_000n, 5_000n])
      expect(await amounts({ since: blockTime(8) })).toEqual([2_000n, 10_000n])
      expect(await amounts({ limit: 1 })).toEqual([2_000n])
      expect(await amounts({ below: { at: blockTime(8), blockNumber: 8n, logIndex: 0n } })).toEqual([3_000n, 5_000n])
      expect(await amounts({ below: { at: blockTime(8), blockNumber: 8n, logIndex: 1n } })).toEqual([10_000n, 3_000n, 5_000n])
      expect(await amounts({ token: account(0x999) })).toEqual([])
      expect(await indexes.transfers.large({ network: 'eip155:1', since: 0n, limit: 10 })).toEqual([])
    })

    test('are deleted after 30 days', async () => {
      time.pass((Number(blockTime(6)) + 30 * 86_400 + 1) * 1_000 - time.clock.now())
      await happened(transferEvent(usdc, alice, bob, 1_000n), transferEvent(usdc, alice, bob, 2_000n))
      expect(await indexes.transfers.large({ network: base, since: 0n, limit: 10 })).toMatchObject([{ amount: 2_000n }])
    })
  })

  describe('rows of local chains', () => {
    test('are kept apart from those of the real chains with the same ids', async () => {
      await happened(...made(0, alice), transferEvent(usdc, alice, bob, 5_000n))
      indexes = open(false)
      expect(await indexes.agents.find(base, 0n)).toBeNull()
      expect(await indexes.transfers.large({ network: base, since: 0n, limit: 10 })).toEqual([])
      expect(await indexes.transfers.ofAddress(alice, 0n, 10)).toEqual([])
    })
  })

  describe('a checkpoint', () => {
    const key = { name: 'transfers', network: 'eip155:1' }
    const advance = advanceIndex('transfers', transferRows)
    const step = {
      ...key,
      version: 1n,
      firm: 9n,
      tip: 9n,
      tipStart: 5n,
      startAt: 4n,
      firmAt: 9n,
      tipStartAt: null,
      tipAt: 9n,
      isFinal: true,
      range: { from: 5n, to: 9n },
      end: { number: 9n, hash },
      now: 1,
      rows: [
        {
          place: { blockNumber: 7n, logIndex: 0, blockHash: hash, transactionHash: hash, at: 7n },
          fact: { token: usdc, sender: alice, recipient: bob, amount: 5n, large: true },
        },
      ],
    }

    test('moves with its rows or not at all: of two writers, the second one writes nothing', async () => {
      await store.write(beginIndex, { ...key, subject: 'one', start: 5n, now: 1 })
      expect(await Promise.all([store.write(advance, step), store.write(advance, { ...step, firm: 8n, rows: [] })])).toEqual([true, false])
      expect(await store.read(checkpointOf, key)).toEqual({
        subject: 'one',
        start: 5n,
        firm: 9n,
        tip: 9n,
        tipStart: 5n,
        startAt: 4n,
        firmAt: 9n,
        tipStartAt: null,
        tipAt: 9n,
        version: 2n,
      })
    })

    test('does not move when its rows cannot be written', async () => {
      await store.write(beginIndex, { ...key, subject: 'one', start: 5n, now: 1 })
      await expect(store.write(advance, { ...step, rows: [...step.rows, ...step.rows] })).rejects.toThrow()
      expect(await store.read(checkpointOf, key)).toMatchObject({ firm: 4n, version: 1n })
      expect(await store.write(advance, step)).toBe(true)
    })
  })
}
