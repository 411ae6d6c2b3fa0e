import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runsOf } from '../../../test/support/runs.ts'
import type { MemoryStore } from '../../store/sqlite/open-memory-store.ts'
import type { Store } from '../../store/store.ts'
import { RpcUnreachable } from '../chain.ts'
import { busyChain, catchUp, differences, followers, fullRescan, memoryStore, quickTime, rowsOf, signal } from './index-store.fixture.ts'
import { seededRandom, randomLogs } from './random-events.fixture.ts'
import { type SimulatedChain, unfinalBlocks } from './simulated-chain.fixture.ts'

let store: MemoryStore
beforeEach(() => {
  store = memoryStore()
})
afterEach(() => store.close())

function history(blocks: number, seed = 1, most = 6): { chain: SimulatedChain; random: (most: number) => number } {
  const random = seededRandom(seed)
  return { chain: busyChain(blocks, () => randomLogs(random, most)), random }
}

async function equalsRescan(chain: SimulatedChain, held: Store = store): Promise<void> {
  const rows = await rowsOf(held)
  expect(rows.length).toBeGreaterThan(0)
  expect(differences(rows, await fullRescan(chain))).toEqual([])
}

describe('an index of a chain', () => {
  test('has every event of the chain, from the block in which the registries were deployed', async () => {
    const { chain } = history(300)
    await catchUp(chain, store)
    const rows = await rowsOf(store)
    await equalsRescan(chain)
    // By what the node itself says, without any of our reading.
    const logs = chain.answer('eth_getLogs', [
      {
        address: ['0x8004baa17c55a88189ae136b182e5fda19de9b63'],
        topics: [['0x25156fd3288212246d8b008d5921fde376c71ed14ac2e072a506eb06fde6d09d']],
        fromBlock: '0x3',
        toBlock: '0xffff',
      },
    ]) as unknown[]
    expect(rows.filter((row) => row.includes('"revoked"'))).toHaveLength(logs.length)
    expect(rows.some((row) => row.includes('"block_number":"2n"') && !row.startsWith('token'))).toBe(false)
  })

  test('continues where it stopped, and does not read final blocks again', async () => {
    const { chain, random } = history(300)
    await catchUp(chain, store)
    chain.calls.clear()
    const asked: number[] = []
    chain.faults.lie = (_, { from }) => void asked.push(from)
    for (let block = 0; block < 40; block++) chain.mine(...randomLogs(random, 6))
    await catchUp(chain, store)
    expect(Math.min(...asked)).toBeGreaterThan(300 - unfinalBlocks - 16)
    await equalsRescan(chain)
  })

  test('sends one request when nothing has changed', async () => {
    const { chain } = history(50)
    const [agents] = followers(chain.chain, store)
    await agents!.turn(signal, Infinity)
    chain.calls.clear()
    await agents!.turn(signal, Infinity)
    expect([...chain.calls]).toEqual([['eth_getBlockByNumber', 1]])
  })

  test('stops when its time is over, and continues at its next turn', async () => {
    const { chain } = history(400)
    chain.faults.maxBlocks = 10
    const time = quickTime()
    chain.faults.onCall = () => time.pass(20)
    const [agents] = followers(chain.chain, store, time)
    let turns = 0
    do {
      const before = chain.calls.get('eth_getLogs') ?? 0
      await agents!.turn(signal, time.clock.now() + 500)
      expect((chain.calls.get('eth_getLogs') ?? 0) - before).toBeLessThan(25)
      turns += 1
    } while (!agents!.progress()!.caughtUp)
    expect(turns).toBeGreaterThan(3)
  })

  test('shows what is new before all of the history is read', async () => {
    const { chain } = history(400)
    chain.faults.maxBlocks = 10
    const time = quickTime()
    chain.faults.onCall = () => time.pass(20)
    const [agents] = followers(chain.chain, store, time)
    await agents!.turn(signal, time.clock.now() + 1_000)
    expect(Number(agents!.progress()!.tip)).toBe(400)
    expect(Number(agents!.progress()!.firm)).toBeLessThan(300)
  })
})

describe('a node', () => {
  test.each([
    ['fails every third call', { failEvery: 3 }],
    ['gives at most 100 logs', { cap: 100 }],
    ['gives at most 5 logs, fewer than some blocks have', { cap: 5 }],
    ['gives at most 100 logs and does not say so', { cap: 100, silent: true }],
    ['answers for at most 7 blocks', { maxBlocks: 7 }],
    ['does all of that', { failEvery: 3, cap: 100, maxBlocks: 50 }],
  ])('that %s leaves nothing out', async (_, faults) => {
    const { chain } = history(300, 2, 12)
    Object.assign(chain.faults, faults)
    await catchUp(chain, store)
    await equalsRescan(chain)
  })

  test('gets larger requests again when it accepts them', async () => {
    const { chain } = history(900, 3, 1)
    chain.faults.maxBlocks = 10
    const [agents] = followers(chain.chain, store)
    await agents!.turn(signal, Infinity)
    delete chain.faults.maxBlocks
    chain.calls.clear()
    for (let block = 0; block < 3_000; block++) chain.mine()
    await agents!.turn(signal, Infinity)
    // 3,000 blocks twice at 10 would be 600.
    expect(chain.calls.get('eth_getLogs')).toBeLessThan(150)
    await catchUp(chain, store)
    await equalsRescan(chain)
  })

  test.each([
    ['leaves logs out', (logs: Record<string, unknown>[]) => logs.filter((_, at) => at % 3 !== 0)],
    [
      'makes logs up',
      (logs: Record<string, unknown>[]) =>
        logs.map((log) => ({ ...log, data: log['data'] === '0x' ? '0x' : `0x${'00'.repeat(((log['data'] as string).length - 2) / 2)}` })),
    ],
    ['gives nothing', () => []],
  ])('that %s while blocks are young is put right when they are final', async (_, lie) => {
    const { chain, random } = history(100, 4)
    chain.faults.lie = (logs, { to }) => (to > chain.head() - unfinalBlocks ? lie(logs) : undefined)
    for (let round = 0; round < 8; round++) {
      for (let block = 0; block < 10; block++) chain.mine(...randomLogs(random, 6))
      await catchUp(chain, store)
    }
    expect(await rowsOf(store)).not.toEqual(await fullRescan(chain))
    delete chain.faults.lie
    for (let block = 0; block < 40; block++) chain.mine()
    await catchUp(chain, store)
    await equalsRescan(chain)
  })

  test.each([
    ['another contract', { address: `0x${'11'.repeat(20)}` }],
    ['another block', { blockNumber: '0xfffff' }],
    ['another chain', { blockHash: `0x${'22'.repeat(32)}` }],
    ['no log', { topics: 'none' }],
  ])('that gives a log of %s is not believed at all', async (_, spoiled) => {
    const { chain } = history(100)
    chain.faults.lie = (logs) => logs.map((log, at) => (at === 1 ? { ...log, ...spoiled } : log))
    for (const follower of followers(chain.chain, store)) await expect(follower.turn(signal, Infinity)).rejects.toThrow()
    expect(await rowsOf(store)).toEqual([])
    delete chain.faults.lie
    await catchUp(chain, store)
    await equalsRescan(chain)
  })

  test('may return logs twice and in any order without harm', async () => {
    const { chain } = history(100)
    chain.faults.lie = (logs) => [...logs, ...logs].toReversed()
    await catchUp(chain, store)
    await equalsRescan(chain)
  })

  test('that lags is given time', async () => {
    const { chain, random } = history(100)
    await catchUp(chain, store)
    const before = await rowsOf(store)
    chain.faults.lag = 4
    const [agents] = followers(chain.chain, store)
    await agents!.turn(signal, Infinity)
    await agents!.turn(signal, Infinity)
    expect(await rowsOf(store)).toEqual(before)
    delete chain.faults.lag
    chain.mine(...randomLogs(random, 6))
    await catchUp(chain, store)
    await equalsRescan(chain)
  })
})

describe('a reorganisation', () => {
  test.each([
    ['of depth 1', 1, 1],
    ['of depth 5', 5, 5],
    ['of all that is not final', unfinalBlocks, unfinalBlocks],
    ['to a longer chain', 5, 9],
    ['to a shorter chain', 9, 5],
  ])('%s takes away what vanished, and nothing else', async (_, depth, blocks) => {
    const { chain, random } = history(200)
    for (let round = 0; round < 6; round++) {
      for (let block = 0; block < 7; block++) chain.mine(...randomLogs(random, 6))
      await catchUp(chain, store)
      chain.reorganise(depth, () => randomLogs(random, 6), blocks)
      await catchUp(chain, store)
      await equalsRescan(chain)
    }
  })

  test('during a reading is noticed', async () => {
    const { chain, random } = history(200)
    await catchUp(chain, store)
    for (let round = 0; round < 10; round++) {
      for (let block = 0; block < 7; block++) chain.mine(...randomLogs(random, 6))
      let calls = random(8)
      chain.faults.onCall = () => {
        if (calls-- === 0) chain.reorganise(5, () => randomLogs(random, 6))
      }
      for (const follower of followers(chain.chain, store)) await follower.turn(signal, Infinity).catch(() => {})
      delete chain.faults.onCall
    }
    await catchUp(chain, store)
    await equalsRescan(chain)
  })

  test('of final blocks is believed after a minute, and read again', async () => {
    const { chain, random } = history(200)
    await catchUp(chain, store)
    const before = await rowsOf(store)
    chain.reorganise(150, () => randomLogs(random, 6))
    const time = quickTime()
    const [agents] = followers(chain.chain, store, time)
    for (let look = 0; look < 5; look++) await agents!.turn(signal, Infinity)
    expect(await rowsOf(store)).toEqual(before)
    await catchUp(chain, store)
    await equalsRescan(chain)
  })
})

class Killed extends Error {}

/** A store that dies at its nth write: before it, or just after it was made durable. */
function dyingStore(held: Store, after: number, durable: boolean): Store {
  let left = after
  return {
    ...held,
    async write(unit, input) {
      if (left-- > 0) return held.write(unit, input)
      if (durable) await held.write(unit, input)
      throw new Killed()
    },
  }
}

describe('under all faults', () => {
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ act: fc.constant('mine' as const), count: fc.integer({ min: 1, max: 30 }) }) },
    { weight: 2, arbitrary: fc.record({ act: fc.constant('reorganise' as const), count: fc.integer({ min: 1, max: 15 }) }) },
    { weight: 4, arbitrary: fc.record({ act: fc.constant('turn' as const), count: fc.integer({ min: 1, max: 40 }) }) },
    { weight: 4, arbitrary: fc.record({ act: fc.constant('kill' as const), count: fc.integer({ min: 0, max: 6 }) }) },
    { weight: 2, arbitrary: fc.record({ act: fc.constant('die asking' as const), count: fc.integer({ min: 1, max: 25 }) }) },
  )

  test('the index equals a full rescan: kills, reorganisations, refusals and failing calls in any order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.array(step, { minLength: 5, maxLength: 30 }), async (seed, steps) => {
        const { chain, random } = history(60, seed)
        Object.assign(chain.faults, { failEvery: 3, cap: 100, maxBlocks: 9 })
        let held = memoryStore()
        const time = quickTime()
        const turn = async (on: Store, until: number) => {
          for (const follower of followers(chain.chain, on, time)) await follower.turn(signal, until)
        }
        for (const { act, count } of steps) {
          if (act === 'mine') for (let block = 0; block < count; block++) chain.mine(...randomLogs(random, 6))
          else if (act === 'reorganise') chain.reorganise(Math.min(count, unfinalBlocks - 5), () => randomLogs(random, 6))
          else {
            if (act === 'die asking') {
              let left = count
              chain.faults.onCall = () => {
                if (left-- === 0) throw new Killed()
              }
            }
            const on = act === 'kill' ? dyingStore(held, count, random(2) === 0) : held
            await turn(on, time.clock.now() + count * 100).catch((error: unknown) => {
              if (!(error instanceof Killed || error instanceof RpcUnreachable)) throw error
            })
            delete chain.faults.onCall
            // What was not durable is gone.
            const image = held.serialize()
            await held.close()
            held = memoryStore(image)
          }
        }
        delete chain.faults.failEvery
        if (chain.head() < 3) return
        await catchUp(chain, held)
        expect(differences(await rowsOf(held), await fullRescan(chain))).toEqual([])
        await held.close()
      }),
      { numRuns: runsOf(25) },
    )
  })
})
