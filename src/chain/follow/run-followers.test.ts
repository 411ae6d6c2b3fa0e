import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { silentLog } from '../../shared/log.ts'
import { silentMetrics } from '../../shared/metrics.ts'
import type { MemoryStore } from '../../store/sqlite/open-memory-store.ts'
import { RpcUnreachable } from '../chain.ts'
import { createIndexes } from '../../../goods/onchain/indexes/create-indexes.ts'
import { followers, memoryStore, quickTime, signal, watching } from './index-store.fixture.ts'
import { createFollowers } from './run-followers.ts'
import { simulatedChain, type SimulatedChain } from './simulated-chain.fixture.ts'

let store: MemoryStore
let chain: SimulatedChain
let time: ReturnType<typeof quickTime>
beforeEach(() => {
  store = memoryStore()
  chain = simulatedChain()
  time = quickTime()
  for (let block = 0; block < 60; block++) chain.mine()
})
afterEach(() => store.close())

const open = () =>
  createFollowers(followers(chain.chain, store, time), { chain: chain.chain, clock: time.clock, log: silentLog, metrics: silentMetrics })
const dead = () => {
  throw new RpcUnreachable('no RPC node answered: connection failed')
}
const calls = () => [...chain.calls.values()].reduce((sum, count) => sum + count, 0)

describe('the indexes of a network', () => {
  test('report their progress', async () => {
    const running = open()
    expect(running.state()).toMatchObject([
      { index: 'agents', state: 'waiting', block: null },
      { index: 'transfers', state: 'waiting' },
    ])
    await running.run(signal)
    expect(running.state()[0]).toEqual({
      index: 'agents',
      network: 'eip155:8453',
      state: 'current',
      block: 60,
      head: 60,
      behind: 0,
      progress: 1,
      since: '2023-11-14T22:13:26.000Z',
      asOf: new Date(time.clock.now()).toISOString(),
    })
  })

  test('tell how much of the history is left', async () => {
    chain.faults.maxBlocks = 2
    chain.faults.onCall = () => time.pass(45)
    const running = open()
    await running.run(signal)
    const [agents] = running.state()
    expect(agents).toMatchObject({ state: 'reading', block: 60 })
    expect(agents!.progress).toBeGreaterThan(0)
    expect(agents!.progress).toBeLessThan(1)
    delete chain.faults.onCall
    await running.run(signal)
    expect(running.state()[0]).toMatchObject({ state: 'current' })
  })

  test('report the time up to which they are complete: their last check, also on an idle chain, and not later while the node is down', async () => {
    const running = open()
    const asOf = () => running.state().map((one) => one.asOf)
    const now = () => new Date(time.clock.now()).toISOString()
    expect(asOf()).toEqual([null, null])
    await running.run(signal)
    expect(asOf()).toEqual([now(), now()])
    time.pass(60_000)
    await running.run(signal)
    expect(asOf()).toEqual([now(), now()])
    const last = now()
    chain.faults.onCall = dead
    time.pass(60_000)
    await running.run(signal)
    expect(running.state()).toMatchObject([
      { state: 'failing', asOf: last },
      { state: 'failing', asOf: last },
    ])
  })

  test('ask a dead node less and less often, and continue when it answers', async () => {
    const running = open()
    let asked = 0
    chain.faults.onCall = () => {
      asked += 1
      dead()
    }
    await running.run(signal)
    expect(running.state()).toMatchObject([{ state: 'failing' }, { state: 'failing' }])
    const perHour: number[] = []
    for (let minute = 0; minute < 60; minute++) {
      asked = 0
      for (let look = 0; look < 30; look++) {
        time.pass(2_000)
        await running.run(signal)
      }
      perHour.push(asked)
    }
    // Five attempts of each index, every five minutes at most.
    expect(perHour.slice(30).reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(70)
    delete chain.faults.onCall
    time.pass(300_000)
    await running.run(signal)
    expect(running.state()).toMatchObject([{ state: 'current' }, { state: 'current' }])
  })

  test('send no request to a network that has not been reached since the start', async () => {
    const running = createFollowers(followers(chain.chain, store, time), {
      chain: { ...chain.chain, awaited: true },
      clock: time.clock,
      log: silentLog,
      metrics: silentMetrics,
    })
    await running.run(signal)
    expect(calls()).toBe(0)
    expect(running.state()[0]).toMatchObject({ state: 'waiting' })
  })

  test('skip a chain without registries, and check again later', async () => {
    chain = simulatedChain()
    chain.mine()
    const running = open()
    await running.run(signal)
    expect(running.state()[0]).toMatchObject({ index: 'agents', state: 'absent', block: null })
    for (let block = 0; block < 5; block++) chain.mine()
    await running.run(signal)
    expect(running.state()[0]).toMatchObject({ state: 'absent' })
    time.pass(600_001)
    await running.run(signal)
    expect(running.state()[0]).toMatchObject({ state: 'current' })
  })

  test('end their turn when the process stops', async () => {
    const stopping = new AbortController()
    chain.faults.onCall = () => stopping.abort(new Error('stopping'))
    await open().run(stopping.signal)
    expect(calls()).toBeLessThan(10)
  })
})

test('without configured indexes nothing runs, and nothing is requested or stored', () => {
  const parts = { chains: new Map([['eip155:8453', chain.chain] as const]), store, ...time, log: silentLog, metrics: silentMetrics }
  const none = { agents: new Set<never>(), transfers: new Map(), historySeconds: 0 }
  expect(createIndexes({ ...parts, settings: none, simulated: false, watched: watching() }).jobs).toEqual([])
  // Configured, but without a node.
  const elsewhere = { ...none, agents: new Set(['eip155:1'] as const) }
  expect(createIndexes({ ...parts, settings: elsewhere, simulated: false, watched: watching() }).jobs).toEqual([])
  expect(calls()).toBe(0)
})
