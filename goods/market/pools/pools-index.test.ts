import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { encodeAbiParameters, parseAbiParameters } from 'viem'
import type { Hex } from '../../../src/shared/bytes.ts'
import { silentLog } from '../../../src/shared/log.ts'
import type { MemoryStore } from '../../../src/store/sqlite/open-memory-store.ts'
import { topics } from '../../../src/chain/abi.ts'
import { type NetworkId, RpcUnreachable } from '../../../src/chain/chain.ts'
import { findNetwork } from '../../../src/chain/networks.ts'
import { createFollower, type Follower } from '../../../src/chain/follow/follow-index.ts'
import { memoryStore, quickTime, signal } from '../../../src/chain/follow/index-store.fixture.ts'
import { seededRandom } from '../../../src/chain/follow/random-events.fixture.ts'
import {
  account,
  type EmittedLog,
  simulatedChain,
  type SimulatedChain,
  timeOf,
  unfinalBlocks,
} from '../../../src/chain/follow/simulated-chain.fixture.ts'
import { poolMinutes, readCoverage } from './find-minutes.ts'
import { joinMinutes, minutesOfSwaps, type PlacedSwap, type PoolMinute } from './pool-buckets.ts'
import { poolsIndex } from './pools-index.ts'

const network = 'eip155:8453'
const [ether, bitcoin, stranger] = [account(0xe1), account(0xb1), account(0x57)]
const data = parseAbiParameters('int256, int256, uint160, uint128, int24')

const swap = (pool: Hex, root: bigint, coin: bigint, quote: bigint): EmittedLog => ({
  address: pool,
  topics: [topics.swap, `0x${account(1).slice(2).padStart(64, '0')}`, `0x${account(2).slice(2).padStart(64, '0')}`],
  data: encodeAbiParameters(data, [coin, quote, root, 1n, 0]),
})

let store: MemoryStore
beforeEach(() => {
  store = memoryStore()
})
afterEach(() => store.close())

/** What was mined, by block, so that the right minutes can be computed without the index. */
type Written = Map<number, EmittedLog[]>

function world(blocks: number, seed = 1, id: NetworkId = network) {
  const random = seededRandom(seed)
  const chain = simulatedChain(findNetwork(id))
  const written: Written = new Map()
  const logs = () =>
    Array.from({ length: random(4) }, () =>
      swap(
        [ether, bitcoin, stranger][random(3)]!,
        10n ** 24n + BigInt(random(1_000_000)),
        BigInt(random(1000)) - 500n,
        BigInt(random(1000)) - 500n,
      ),
    )
  const mine = (count: number) => {
    for (let block = 0; block < count; block++) {
      const some = logs()
      chain.mine(...some)
      written.set(chain.head(), some)
    }
  }
  const reorganise = (depth: number) =>
    chain.reorganise(depth, (number) => {
      const some = logs()
      written.set(number, some)
      return some
    })
  mine(blocks)
  return { chain, written, mine, reorganise, random }
}

function follow(chain: SimulatedChain, historySeconds = 1_000_000, time = quickTime(), held = store, maxBehind?: bigint): Follower {
  const pools = [
    { address: ether, isCoin0: true },
    { address: bitcoin, isCoin0: false },
  ]
  const index = poolsIndex(chain.chain.network, { pools, historySeconds, keepSeconds: 3_650 * 86_400 })
  return createFollower(maxBehind === undefined ? index : { ...index, maxBehind }, {
    chain: chain.chain,
    store: held,
    log: silentLog,
    network,
    ...time,
  })
}

async function catchUp(follower: Follower, chain: SimulatedChain, maxTurns = 200): Promise<void> {
  for (let turn = 0; turn < maxTurns; turn++) {
    await follower.turn(signal, Infinity).catch((error: unknown) => {
      if (!(error instanceof RpcUnreachable)) throw error
    })
    const progress = follower.progress()
    if (progress && Number(progress.tip) === chain.head() && progress.caughtUp) return
  }
  throw new Error('does not catch up')
}

/** The right minutes, one swap after the other, by another way than the index's. */
function right(written: Written, pool: Hex, from = 0): PoolMinute[] {
  const minutes = new Map<number, PoolMinute>()
  for (const [number, logs] of [...written].toSorted(([a], [b]) => a - b)) {
    const swaps = logs.filter(({ address }) => address === pool)
    if (swaps.length === 0 || number < from) continue
    const words = swaps.map((log) =>
      [0, 1, 2].map((word) => BigInt.asIntN(256, BigInt(`0x${log.data.slice(2 + word * 64, 66 + word * 64)}`))),
    )
    const root = words.at(-1)![2]!
    const sum = (word: number) => words.reduce((total, one) => total + (one[word]! < 0n ? -one[word]! : one[word]!), 0n)
    const minute = timeOf(number) - (timeOf(number) % 60)
    const [amount, quoteAmount] = pool === ether ? [sum(0), sum(1)] : [sum(1), sum(0)]
    const before = minutes.get(minute)
    minutes.set(minute, {
      pool,
      minute: BigInt(minute),
      firstBlock: before?.firstBlock ?? BigInt(number),
      lastBlock: BigInt(number),
      open: before?.open ?? root,
      highest: before && before.highest > root ? before.highest : root,
      lowest: before && before.lowest < root ? before.lowest : root,
      close: root,
      amount: (before?.amount ?? 0n) + amount,
      quoteAmount: (before?.quoteAmount ?? 0n) + quoteAmount,
      swaps: (before?.swaps ?? 0n) + BigInt(swaps.length),
    })
  }
  return [...minutes.values()]
}

const kept = (pool: Hex, held = store) => held.read(poolMinutes, { network, pool, from: 0n, to: 10n ** 12n })
async function isRight({ written }: { readonly written: Written }, held = store): Promise<void> {
  const found = await kept(ether, held)
  expect(found.length).toBeGreaterThan(1)
  expect(found).toEqual(right(written, ether))
  expect(await kept(bitcoin, held)).toEqual(right(written, bitcoin))
  expect(await kept(stranger, held)).toEqual([])
}

describe('minutes of pools', () => {
  test('are those of a few swaps, by hand', async () => {
    const chain = simulatedChain()
    // Blocks 1 to 9 are in the minute that begins at 1699999980, block 20 at 1700000040.
    chain.mine(swap(ether, 100n, 5n, -50n), swap(ether, 120n, -2n, 30n))
    chain.mine(swap(ether, 90n, 1n, -9n))
    for (let block = 3; block < 20; block++) chain.mine()
    chain.mine(swap(ether, 300n, -7n, 70n))
    await catchUp(follow(chain), chain)
    const figures = (await kept(ether)).map(({ minute, open, highest, lowest, close, amount, quoteAmount, swaps }) => [
      minute,
      [open, highest, lowest, close],
      [amount, quoteAmount, swaps],
    ])
    expect(figures).toEqual([
      // 100 was no price with which a block ended.
      [1_699_999_980n, [120n, 120n, 90n, 90n], [8n, 89n, 3n]],
      [1_700_000_040n, [300n, 300n, 300n, 300n], [7n, 70n, 1n]],
    ])
  })

  test('are right for final blocks, for young ones, and for a minute that has both', async () => {
    const one = world(700)
    await catchUp(follow(one.chain), one.chain)
    await isRight(one)
  })

  test.each([1, 2, 3])('are right whatever the node does, with restarts and reorganisations (seed %i)', async (seed) => {
    const one = world(400, seed)
    Object.assign(one.chain.faults, { failEvery: 7, cap: 60, maxBlocks: 16, logTimes: seed === 2 })
    const time = quickTime()
    let follower = follow(one.chain, 1_000_000, time)
    for (let round = 0; round < 25; round++) {
      const stopping = new AbortController()
      let calls = 0
      const deadline = 5 + one.random(150)
      one.chain.faults.onCall = () => void (++calls === deadline && stopping.abort(new Error('killed')))
      await follower.turn(stopping.signal, Infinity).catch(() => {})
      if (one.random(2) === 0) follower = follow(one.chain, 1_000_000, time)
      if (one.random(3) === 0) one.reorganise(1 + one.random(unfinalBlocks - 1))
      one.mine(1 + one.random(20))
      time.pass(60_000)
    }
    for (const name of ['onCall', 'failEvery'] as const) delete one.chain.faults[name]
    one.mine(1)
    await catchUp(follower, one.chain)
    await isRight(one)
  })

  test('of swaps that were reorganised away are gone', async () => {
    const one = world(100)
    const follower = follow(one.chain)
    await catchUp(follower, one.chain)
    const before = await kept(ether)
    one.chain.reorganise(15, (number) => {
      one.written.set(number, [])
      return []
    })
    one.mine(1)
    await catchUp(follower, one.chain)
    expect(await kept(ether)).not.toEqual(before)
    await isRight(one)
  })

  test('start again when blocks that were final are gone', async () => {
    const one = world(300)
    const time = quickTime()
    const follower = follow(one.chain, 1_000_000, time)
    await catchUp(follower, one.chain)
    one.reorganise(150)
    one.mine(40)
    for (let turn = 0; turn < 6; turn++) {
      await follower.turn(signal, Infinity)
      time.pass(30_000)
      one.mine(1)
    }
    await catchUp(follower, one.chain)
    await isRight(one)
  })

  test('ask for no block with a swap where the rule of the chain tells its time', async () => {
    const one = world(600)
    one.chain.faults.maxBlocks = 2_000
    one.chain.calls.clear()
    await catchUp(follow(one.chain), one.chain)
    const blocks = one.chain.calls.get('eth_getBlockByNumber') ?? 0
    const logs = one.chain.calls.get('eth_getLogs') ?? 0
    expect(blocks).toBeLessThan(logs * 3 + 10)
  })
})

describe('the coverage', () => {
  test('is from the first block that was read to the last one', async () => {
    const one = world(700)
    await catchUp(follow(one.chain, 1_000), one.chain)
    expect(await readCoverage(store, { name: 'pools', network })).toEqual({
      spans: [{ from: timeOf(200), to: timeOf(700) }],
      finalUntil: timeOf(700 - unfinalBlocks),
      startsAt: timeOf(200),
    })
    expect(await kept(ether)).toEqual(right(one.written, ether, 200))
  })

  test('has two parts while the history is read, with none of what lies between', async () => {
    const one = world(500)
    one.chain.faults.maxBlocks = 16
    const stopping = new AbortController()
    let logs = 0
    one.chain.faults.onCall = (method) => void (method === 'eth_getLogs' && ++logs === 12 && stopping.abort(new Error('killed')))
    await follow(one.chain)
      .turn(stopping.signal, Infinity)
      .catch(() => {})
    const coverage = await readCoverage(store, { name: 'pools', network })
    expect(coverage?.spans).toHaveLength(2)
    const [history, young] = coverage!.spans
    expect(history).toMatchObject({ from: 0 })
    expect(history!.to).toBeLessThan(young!.from)
    expect(young).toEqual({ from: timeOf(500 - unfinalBlocks + 1), to: timeOf(500) })
  })

  test('begins anew after a gap that is too long to read', async () => {
    const one = world(200)
    await catchUp(follow(one.chain, 100, quickTime(), store, 60n), one.chain)
    for (let block = 0; block < 70; block++) one.chain.mine()
    await catchUp(follow(one.chain, 100, quickTime(), store, 60n), one.chain)
    const coverage = await readCoverage(store, { name: 'pools', network })
    expect(coverage?.spans).toEqual([{ from: timeOf(one.chain.head() - 50), to: timeOf(one.chain.head()) }])
  })
})

test('any split of the swaps into parts that share no block gives the same minutes', () => {
  const swaps = fc.array(
    fc.record({ block: fc.nat(200), root: fc.bigInt(1n, 1000n), amount: fc.bigInt(0n, 50n), quoteAmount: fc.bigInt(0n, 50n) }),
    { maxLength: 80 },
  )
  fc.assert(
    fc.property(swaps, fc.array(fc.nat(200), { maxLength: 6 }), (given, cuts) => {
      const all = given.map(({ block, ...one }, logIndex): PlacedSwap => {
        return { pool: ether, ...one, blockNumber: BigInt(block), logIndex, minute: BigInt(timeOf(block) - (timeOf(block) % 60)) }
      })
      const ends = [-1, ...cuts.toSorted((a, b) => a - b), 1_000]
      const joined = new Map<bigint, PoolMinute>()
      for (const [index, end] of ends.entries()) {
        const part = all.filter(({ blockNumber }) => blockNumber > BigInt(ends[index - 1] ?? -2) && blockNumber <= BigInt(end))
        for (const one of minutesOfSwaps(part)) {
          const before = joined.get(one.minute)
          joined.set(one.minute, before ? joinMinutes(one, before) : one)
        }
      }
      expect([...joined.values()].toSorted((a, b) => Number(a.minute - b.minute))).toEqual(minutesOfSwaps(all))
    }),
  )
})

test.each([
  ['eip155:8453', true, 13_000],
  ['eip155:8453', false, 13_000],
  ['eip155:42161', true, 13_000],
  ['eip155:42161', false, 17_000],
] as const)('a day at rest on %s, with times in logs: %s, costs a node less than %i calls', async (id, logTimes, most) => {
  const one = world(2_000, 1, id)
  Object.assign(one.chain.faults, { maxBlocks: 2_000, logTimes })
  const follower = follow(one.chain)
  await catchUp(follower, one.chain)
  one.chain.calls.clear()
  // An hour, of 30 blocks a minute.
  for (let minute = 0; minute < 60; minute++) {
    one.mine(30)
    await follower.turn(signal, Infinity)
  }
  const calls = [...one.chain.calls.values()].reduce((sum, count) => sum + count, 0) * 24
  expect(calls).toBeGreaterThan(0)
  expect(calls).toBeLessThan(most)
})
