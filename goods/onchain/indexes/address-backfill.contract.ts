import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Hex } from '../../../src/shared/bytes.ts'
import { silentLog } from '../../../src/shared/log.ts'
import { silentMetrics } from '../../../src/shared/metrics.ts'
import type { Store } from '../../../src/store/store.ts'
import type { NetworkId } from '../../../src/chain/chain.ts'
import { createIndexes, type Indexes } from './create-indexes.ts'
import { busyChain, differences, quickTime, watching } from '../../../src/chain/follow/index-store.fixture.ts'
import { seededRandom, large, randomLogs, usdc, watchedAccount } from '../../../src/chain/follow/random-events.fixture.ts'
import { account, type SimulatedChain, timeOf, transferEvent } from '../../../src/chain/follow/simulated-chain.fixture.ts'
import type { WatchedList } from './transfers/note-watched.ts'
import { advanceReading, beginReading, noteWatched, openReading, watchedAddresses } from './transfers/watched-rows.ts'

const base: NetworkId = 'eip155:8453'
const network = `sandbox:${base}`
const [alice, bob] = [account(1), account(2)]
const everSince = 30 * 86_400

/** What is promised of addresses that were not always watched, on whatever engine. */
export function watchedPastsContract(openStore: () => Promise<Store>): void {
  let store: Store
  let time: ReturnType<typeof quickTime>
  beforeEach(async () => {
    store = await openStore()
    time = quickTime()
  })
  afterEach(() => store.close())

  interface Wish {
    readonly watched?: WatchedList
    readonly historySeconds?: number
    readonly token?: Hex
    readonly held?: Store
  }
  function open(
    chain: SimulatedChain,
    { watched = watching(), historySeconds = everSince, token = usdc, held = store }: Wish = {},
  ): Indexes {
    const settings = { agents: new Set<never>(), transfers: new Map([[base, [{ address: token, large }]]]), historySeconds }
    const parts = { store: held, ...time, log: silentLog, metrics: silentMetrics, simulated: true }
    return createIndexes({ ...parts, settings, chains: new Map([[base, chain.chain]]), watched })
  }
  async function turn(indexes: Indexes, signal = new AbortController().signal): Promise<void> {
    for (const job of indexes.jobs) await job.run(signal)
    time.pass(10_000)
  }
  async function readAll(indexes: Indexes, maxRounds = 300): Promise<void> {
    for (let round = 0; round < maxRounds; round++) {
      await turn(indexes)
      if (indexes.state().every(({ state }) => state === 'current')) return
    }
    throw new Error(JSON.stringify(indexes.state()))
  }
  async function kept(indexes: Indexes, ...addresses: readonly Hex[]): Promise<string[]> {
    const found = await Promise.all(addresses.map((address) => indexes.transfers.ofAddress(address, 0n, 100_000)))
    return found.flat().map((one) => JSON.stringify(one, (_, cell: unknown) => (typeof cell === 'bigint' ? `${cell}n` : cell)))
  }
  /** What an index has of addresses that it has watched ever since, read at once from an honest node. */
  async function rescan(chain: SimulatedChain, ...addresses: readonly Hex[]): Promise<string[]> {
    const faults = { ...chain.faults }
    for (const name of Object.keys(chain.faults)) delete chain.faults[name as keyof typeof chain.faults]
    const other = await openStore()
    const indexes = open(chain, { watched: watching(...addresses), held: other })
    await readAll(indexes)
    const rows = await kept(indexes, ...addresses)
    await other.close()
    Object.assign(chain.faults, faults)
    return rows
  }
  async function equalsRescan(chain: SimulatedChain, indexes: Indexes, ...addresses: readonly Hex[]): Promise<void> {
    const rows = await kept(indexes, ...addresses)
    expect(rows.length).toBeGreaterThan(20)
    expect(differences(rows, await rescan(chain, ...addresses))).toEqual([])
  }
  const busy = (blocks: number, seed = 1) => {
    const random = seededRandom(seed)
    return { chain: busyChain(blocks, () => randomLogs(random, 6)), random }
  }

  /** Addresses that the test starts to watch while it runs. */
  function growing(...first: readonly Hex[]): WatchedList & { add(address: Hex): void } {
    const order = [...first]
    return {
      isWatched: (address) => order.includes(address),
      watchedAfter: (place) => ({ addresses: order.slice(place), place: order.length }),
      add: (address) => void order.push(address),
    }
  }

  describe('an address that is watched from a later moment on', () => {
    test('has its earlier transfers too, as if it had always been watched', async () => {
      const { chain, random } = busy(300)
      const watched = growing(alice)
      const indexes = open(chain, { watched })
      await readAll(indexes)
      watched.add(watchedAccount)
      for (let block = 0; block < 60; block++) {
        chain.mine(...randomLogs(random, 6))
        if (block % 10 === 0) await turn(indexes)
      }
      await readAll(indexes)
      await equalsRescan(chain, indexes, alice, watchedAccount)
    })

    test('has those from before the start of the index too', async () => {
      const { chain, random } = busy(300)
      const indexes = open(chain, { watched: watching(alice, watchedAccount), historySeconds: 20 })
      await turn(indexes)
      // Up to where the index began, and only once that is final: it may be reorganised away.
      chain.reorganise(15, () => randomLogs(random, 6))
      for (let block = 0; block < 30; block++) chain.mine()
      await readAll(indexes)
      await equalsRescan(chain, indexes, alice, watchedAccount)
      // Of others, large transfers are kept only since then.
      const others = await indexes.transfers.large({ network: base, since: 0n, limit: 1_000 })
      const strangers = others.filter(({ sender, recipient }) => ![sender, recipient].some((one) => [alice, watchedAccount].includes(one)))
      expect(strangers.every(({ at }) => at > timeOf(280))).toBe(true)
    })

    test('needs only its own logs, and no request once they have been read', async () => {
      const { chain, random } = busy(300)
      const watched = growing()
      const indexes = open(chain, { watched })
      await readAll(indexes)
      const logs: number[] = []
      chain.faults.lie = (found) => void logs.push(found.length)
      watched.add(watchedAccount)
      await readAll(indexes)
      expect(logs.reduce((sum, count) => sum + count, 0)).toBe((await kept(indexes, watchedAccount)).length)
      chain.calls.clear()
      await readAll(indexes)
      expect(chain.calls.get('eth_getLogs') ?? 0).toBe(0)
      for (let block = 0; block < 30; block++) chain.mine(...randomLogs(random, 6))
      await readAll(indexes)
      await equalsRescan(chain, indexes, watchedAccount)
    })

    test('has them when many are watched at once, and when they pay each other', async () => {
      const { chain } = busy(250)
      const crowd = Array.from({ length: 250 }, (_, at) => account(0x1_0000 + at))
      for (let at = 0; at < 250; at++) chain.mine(transferEvent(usdc, crowd[at]!, crowd[(at * 7 + 1) % 250]!, BigInt(at)))
      for (let block = 0; block < 30; block++) chain.mine()
      const watched = growing()
      const indexes = open(chain, { watched })
      await readAll(indexes)
      for (const one of [alice, bob, ...crowd]) watched.add(one)
      await readAll(indexes)
      await equalsRescan(chain, indexes, alice, bob, ...crowd)
    })

    test('has the last 30 days of them', async () => {
      const { chain } = busy(2_400)
      time.pass((timeOf(2_000) + everSince) * 1_000 - time.clock.now())
      const watched = growing()
      const indexes = open(chain, { watched })
      await readAll(indexes)
      watched.add(watchedAccount)
      const asked: number[] = []
      chain.faults.lie = (_, { from }) => void asked.push(from)
      await readAll(indexes)
      // By the hour, and the index takes away what is older.
      expect(Math.min(...asked)).toBeGreaterThan(2_000 - 1_800)
      const found = await indexes.transfers.ofAddress(watchedAccount, 0n, 1_000)
      expect(found.length).toBeGreaterThan(0)
      expect(found.every(({ at }) => at >= timeOf(2_000))).toBe(true)
    })
  })

  describe('it is exact', () => {
    test.each([1, 2, 3])('with failing nodes, reorganisations and restarts (seed %i)', async (seed) => {
      const { chain, random } = busy(400, seed)
      Object.assign(chain.faults, { failEvery: 3, cap: 100, maxBlocks: 16 })
      const watched = growing(alice)
      // A killed process leaves nothing but the database; the next one begins with all that are watched.
      let indexes = open(chain, { watched, historySeconds: 100 })
      for (let round = 0; round < 40; round++) {
        if (round === 10) watched.add(watchedAccount)
        if (round === 25) watched.add(bob)
        const stopping = new AbortController()
        let calls = 0
        const deadline = 5 + random(200)
        chain.faults.onCall = () => void (++calls === deadline && stopping.abort(new Error('killed')))
        await turn(indexes, stopping.signal).catch(() => {})
        if (random(2) === 0) indexes = open(chain, { watched, historySeconds: 100 })
        if (random(4) === 0) chain.reorganise(5, () => randomLogs(random, 6))
        chain.mine(...randomLogs(random, 6))
        time.pass(300_000)
      }
      delete chain.faults.onCall
      delete chain.faults.failEvery
      for (let block = 0; block < 30; block++) chain.mine(...randomLogs(random, 6))
      time.pass(300_000)
      await readAll(indexes)
      await equalsRescan(chain, indexes, alice, bob, watchedAccount)
    })

    test('when it was not watched for a while', async () => {
      const { chain, random } = busy(200)
      await readAll(open(chain, { watched: watching(watchedAccount) }))
      for (let block = 0; block < 60; block++) chain.mine(...randomLogs(random, 6))
      await readAll(open(chain))
      for (let block = 0; block < 60; block++) chain.mine(...randomLogs(random, 6))
      const again = open(chain, { watched: watching(watchedAccount) })
      await readAll(again)
      await equalsRescan(chain, again, watchedAccount)
    })

    test('when it is watched again in the same process', async () => {
      const { chain, random } = busy(200)
      let gone = false
      const order = [watchedAccount]
      const watched: WatchedList = {
        isWatched: (address) => !gone && address === watchedAccount,
        watchedAfter: (place) => ({ addresses: order.slice(place), place: order.length }),
      }
      const indexes = open(chain, { watched })
      await readAll(indexes)
      gone = true
      for (let block = 0; block < 60; block++) chain.mine(...randomLogs(random, 6))
      await readAll(indexes)
      gone = false
      order.push(watchedAccount)
      await readAll(indexes)
      // What was young just then comes when it is final.
      for (let block = 0; block < 40; block++) chain.mine()
      await readAll(indexes)
      await equalsRescan(chain, indexes, watchedAccount)
    })

    test('when the index starts again with another token', async () => {
      const { chain, random } = busy(150)
      const other = account(0x888)
      for (let block = 0; block < 60; block++) chain.mine(...randomLogs(random, 6), transferEvent(other, watchedAccount, alice, 5n))
      await readAll(open(chain, { watched: watching(watchedAccount) }))
      const indexes = open(chain, { watched: watching(watchedAccount), historySeconds: 20, token: other })
      await turn(indexes)
      for (let block = 0; block < 30; block++) chain.mine()
      await readAll(indexes)
      const found = (await indexes.transfers.ofAddress(watchedAccount, 0n, 1_000)).filter(({ token }) => token === other)
      expect(found).toHaveLength(60)
    })

    test('with two concurrent readers, of which one loses each step', async () => {
      const { chain } = busy(100)
      await readAll(open(chain))
      await store.write(noteWatched, { network, addresses: [watchedAccount] })
      expect(await store.write(beginReading, { network, tokens: usdc, since: 0n, limit: 10 })).toBe(true)
      expect(await store.write(beginReading, { network, tokens: usdc, since: 0n, limit: 10 })).toBe(false)
      const reading = (await store.read(openReading, { network }))!
      const step = { network, reading, direction: 'sent' as const, to: 10n, rows: [] }
      expect(await Promise.all([store.write(advanceReading, step), store.write(advanceReading, { ...step, to: 20n })])).toEqual([
        true,
        false,
      ])
      // Nothing is written above what the index has read for good.
      const next = (await store.read(openReading, { network }))!
      expect(await store.write(advanceReading, { ...step, reading: next, to: 1_000n })).toBe(false)
      expect(await store.read(openReading, { network })).toMatchObject({ sent: 10n, received: -1n })
    })
  })

  test('its state shows the progress, and so do metrics and status', async () => {
    const { chain } = busy(3_000)
    const watched = growing()
    const indexes = open(chain, { watched })
    const stands = () => indexes.state().find(({ index }) => index === 'watched-pasts')
    expect(stands()).toMatchObject({ state: 'waiting', behind: null, progress: null })
    await readAll(indexes)
    expect(stands()).toMatchObject({ network: base, state: 'current', behind: 0, progress: 1, block: null, head: null })
    watched.add(watchedAccount)
    chain.faults.onCall = (method) => void (method === 'eth_getLogs' && time.pass(1_000))
    chain.faults.maxBlocks = 100
    const seen: number[] = []
    while (stands()?.state !== 'current' || seen.length === 0) {
      await turn(indexes)
      seen.push(stands()?.progress ?? -1)
    }
    expect(seen.length).toBeGreaterThan(3)
    expect(seen).toEqual(seen.toSorted((one, other) => one - other))
    expect(stands()).toMatchObject({ state: 'current', behind: 0, progress: 1 })
    expect(await store.read(watchedAddresses, { network, after: '', limit: 10 })).toEqual([watchedAccount])
  })
}
