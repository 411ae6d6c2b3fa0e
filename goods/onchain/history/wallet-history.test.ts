import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runsOf } from '../../../test/support/runs.ts'
import type { Hex } from '../../../src/shared/bytes.ts'
import type { Clock } from '../../../src/shared/clock.ts'
import { type Rpc, RpcRejected, RpcUnreachable } from '../../../src/chain/chain.ts'
import {
  account,
  simulatedChain,
  timeOf,
  transferEvent,
  type Faults,
  type SimulatedChain,
} from '../../../src/chain/follow/simulated-chain.fixture.ts'
import { findNetwork } from '../../../src/chain/networks.ts'
import { type HistoryCaps, maxHistoryQuestions, readTransfersBetween, readWalletHistory } from './wallet-history.ts'

const me = account(1)
const generous: HistoryCaps = { days: 30, logs: 1_000, requests: 40, times: 100, ms: 1_000, answerMs: 500 }
const still: Clock = { now: () => 0 }

interface Planned {
  readonly from: Hex
  readonly to: Hex
  readonly amount: bigint
}

/** A chain of these blocks after the first block that every chain has. */
function chainOf(blocks: readonly (readonly Planned[])[], faults: Faults = {}): SimulatedChain {
  const simulated = simulatedChain()
  const token = simulated.chain.network.asset.toLowerCase() as Hex
  for (const block of blocks) simulated.mine(...block.map(({ from, to, amount }) => transferEvent(token, from, to, amount)))
  Object.assign(simulated.faults, faults)
  return simulated
}

interface Wish {
  readonly caps?: Partial<HistoryCaps>
  readonly clock?: Clock
  readonly spans?: Map<string, bigint>
  readonly signal?: AbortSignal
}

function read(
  { chain }: SimulatedChain,
  { caps = {}, clock = still, spans = new Map(), signal = new AbortController().signal }: Wish = {},
) {
  return readWalletHistory(chain, me, { signal, caps: { ...generous, ...caps }, clock, spans })
}

/** All transfers of the wallet, newest first. */
function truth(blocks: readonly (readonly Planned[])[]) {
  return blocks
    .flatMap((block, at) => block.map((transfer, logIndex) => ({ ...transfer, block: at + 1, logIndex })))
    .filter(({ from, to }) => from === me || to === me)
    .map(({ from, to, amount, block, logIndex }) => ({
      direction: from === to ? 'self' : from === me ? 'out' : 'in',
      counterparty: from === me ? to : from,
      amount,
      block: BigInt(block),
      time: timeOf(block),
      logIndex,
    }))
    .toReversed()
}
const pays = (to: Hex, amount = 5n): Planned => ({ from: me, to, amount })
const gets = (from: Hex, amount = 5n): Planned => ({ from, to: me, amount })
const untouched: readonly Planned[] = [{ from: account(8), to: account(9), amount: 1n }]
const questions = ({ calls }: SimulatedChain) => [...calls.values()].reduce((sum, count) => sum + count, 0)

describe('the transfers of a wallet', () => {
  const blocks = [[gets(account(2), 9n)], untouched, [pays(account(3)), pays(me, 1n)], [], [gets(account(4), 0n)]]

  test('come newest first with counterparty, amount, direction and time; a transfer to itself comes once', async () => {
    const simulated = chainOf(blocks)
    const { transfers, ...rest } = await read(simulated)
    expect(transfers).toMatchObject(truth(blocks))
    expect(transfers.map(({ direction }) => direction)).toEqual(['in', 'self', 'out', 'in'])
    expect(rest).toEqual({ completeFrom: { block: 0n, time: timeOf(0) }, head: { block: 5n, time: timeOf(5) }, cappedBy: null })
  })

  test('take four questions where the node tells times with logs, and no more than one for each block where not', async () => {
    const told = chainOf(blocks, { logTimes: true })
    expect((await read(told)).transfers).toMatchObject(truth(blocks))
    expect(questions(told)).toBe(4)
    const untold = chainOf(blocks)
    await read(untold)
    // The newest block is dated anyway.
    expect(questions(untold)).toBe(6)
  })

  test('of an address without transfers are empty', async () => {
    expect(await read(chainOf([untouched, untouched]))).toMatchObject({ transfers: [], cappedBy: null })
  })
})

test("transfers between wallets and others are read without the wallets' other transfers", async () => {
  const [one, two, mixer, second] = [account(2), account(3), account(7), account(8)]
  const { chain } = chainOf([
    [{ from: one, to: mixer, amount: 9n }, pays(one)],
    [
      { from: second, to: two, amount: 4n },
      { from: one, to: two, amount: 1n },
      { from: mixer, to: me, amount: 3n },
    ],
  ])
  const parts = { signal: new AbortController().signal, caps: { ...generous, days: null }, clock: still, spans: new Map() }
  const { transfers, cappedBy } = await readTransfersBetween(chain, [one, two], [mixer, second], parts)
  expect(transfers.map(({ direction, counterparty, amount }) => [direction, counterparty, amount])).toEqual([
    ['in', second, 4n],
    ['out', mixer, 9n],
  ])
  expect(cappedBy).toBeNull()
})

describe('caps are named, and cut whole blocks', () => {
  const busy = Array.from({ length: 40 }, (_, index) => [gets(account(2), BigInt(index + 1)), pays(account(3))])

  test.each([
    ['blocks', { days: 10 / 43_200 }, 30n, 11],
    ['logs', { logs: 5 }, 36n, 5],
    ['requests', { times: 3 }, 37n, 4],
  ] as const)('%s', async (cappedBy, caps, completeFrom, blocksLeft) => {
    const { transfers, ...history } = await read(chainOf(busy), { caps })
    expect(history).toMatchObject({ cappedBy, completeFrom: { block: completeFrom, time: timeOf(Number(completeFrom)) } })
    expect(transfers).toMatchObject(truth(busy).slice(0, 2 * blocksLeft))
    expect(transfers).toHaveLength(2 * blocksLeft)
  })

  test('questions for logs', async () => {
    const history = await read(chainOf(busy, { maxBlocks: 4 }), { caps: { requests: 14 } })
    // Forty-one, ten, two, and four blocks by four questions of each seven.
    expect(history.cappedBy).toBe('requests')
    expect(history.transfers).toMatchObject(truth(busy).filter(({ block }) => block >= history.completeFrom.block))
    expect(history.transfers.length).toBeGreaterThan(10)
  })

  test('time', async () => {
    let now = 0
    const clock = { now: () => now }
    const simulated = chainOf(busy, { maxBlocks: 4, onCall: () => void (now += 100) })
    const history = await read(simulated, { clock })
    expect(history.cappedBy).toBe('time')
    expect(questions(simulated)).toBeLessThan(60)
    expect(history.transfers).toMatchObject(truth(busy).filter(({ block }) => block >= history.completeFrom.block))
  })

  test('a node that stops answering', async () => {
    let asked = 0
    const simulated = chainOf(busy, {
      maxBlocks: 4,
      logTimes: true,
      onCall(method) {
        if (method === 'eth_getLogs' && ++asked > 12) throw new RpcUnreachable('no RPC node answered eth_getLogs: ECONNRESET')
      },
    })
    const history = await read(simulated)
    expect(history.cappedBy).toBe('node')
    expect(history.transfers.length).toBeGreaterThan(5)
    expect(history.transfers).toMatchObject(truth(busy).filter(({ block }) => block >= history.completeFrom.block))
  })
})

test('on any chain, node and caps: no gap after completeFrom, no duplicates, and no more questions than allowed', async () => {
  const transfer = fc.record({
    from: fc.constantFrom(me, account(2), account(3)),
    to: fc.constantFrom(me, account(2), account(4)),
    amount: fc.bigInt({ min: 0n, max: (1n << 256n) - 1n }),
  })
  const crowd = fc.constantFrom(me, account(2)).map((to) => Array.from({ length: 100 }, (): Planned => ({ from: me, to, amount: 1n })))
  const block = fc.oneof({ weight: 9, arbitrary: fc.array(transfer, { maxLength: 4 }) }, { weight: 1, arbitrary: crowd })
  const faults = fc.record(
    {
      cap: fc.constantFrom(3, 100),
      maxBlocks: fc.integer({ min: 1, max: 40 }),
      noReceipts: fc.constant(true),
      logTimes: fc.boolean(),
    },
    { requiredKeys: [] },
  )
  const caps = fc.record(
    {
      days: fc.integer({ min: 1, max: 90 }).map((blocks) => blocks / 43_200),
      logs: fc.integer({ min: 0, max: 300 }),
      requests: fc.integer({ min: 2, max: 60 }),
      times: fc.integer({ min: 0, max: 60 }),
    },
    { requiredKeys: [] },
  )
  let partial = 0
  let refused = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(block, { maxLength: 80 }),
      faults,
      caps,
      fc.integer({ min: 1, max: 90 }),
      async (blocks, fault, cap, span) => {
        const silent = fault.cap === 100 && fault.noReceipts === undefined
        const simulated = chainOf(blocks, { ...fault, silent })
        const spans = new Map(span < 40 ? [['eip155:8453 out', BigInt(span)]] : [])
        const history = await read(simulated, { caps: cap, spans }).catch(() => null)
        expect(questions(simulated)).toBeLessThanOrEqual(maxHistoryQuestions({ ...generous, ...cap }))
        if (history === null) return void refused++
        const { transfers, completeFrom, cappedBy } = history
        const all = truth(blocks).filter((one) => one.block >= completeFrom.block)
        expect(transfers).toMatchObject(all)
        expect(transfers).toHaveLength(all.length)
        if (cappedBy === null) expect(completeFrom.block).toBe(0n)
        if (completeFrom.block > 0n) expect(cappedBy).not.toBeNull()
        if (completeFrom.block <= BigInt(blocks.length)) expect(completeFrom.time).toBe(timeOf(Number(completeFrom.block)))
        if (cappedBy !== null && transfers.length > 0) partial++
      },
    ),
    { numRuns: runsOf(120) },
  )
  // Some of the cases are refused entirely and some are cut, but not all.
  expect(partial).toBeGreaterThan(runsOf(5))
  expect(refused).toBeLessThan(runsOf(80))
})

describe('how many blocks a node searches', () => {
  const quiet = Array.from({ length: 400 }, () => untouched)

  test('is learnt once', async () => {
    const spans = new Map<string, bigint>()
    const simulated = chainOf(quiet, { maxBlocks: 50 })
    await read(simulated, { spans })
    const [first] = [questions(simulated)]
    await read(simulated, { spans })
    const second = questions(simulated) - first
    expect(second).toBeLessThan(first)
    // A head, nine pieces in each direction, one more for what was refused, and the oldest block.
    expect(second).toBeLessThanOrEqual(2 + 2 * 17)
  })

  test('is not learnt from a wallet that is too busy to be searched', async () => {
    const spans = new Map<string, bigint>()
    const busy = Array.from({ length: 300 }, () => [gets(account(2)), gets(account(2))])
    await read(chainOf(busy, { cap: 10 }), { spans, caps: { requests: 200 } })
    expect(spans.get('eip155:8453 in')).toBeUndefined()
  })
})

describe('a node that searches a limited number of blocks at once', () => {
  /** Forty-two million blocks without a transfer. */
  function node(maxBlocks: number) {
    let [rounds, busy] = [0, false]
    const rpc: Rpc = {
      async call<T>(method: string, params: readonly unknown[]) {
        if (!busy) rounds += 1
        busy = true
        await new Promise((resolve) => setImmediate(resolve))
        busy = false
        const number = params[0] === 'latest' ? 42_000_000 : Number(params[0])
        if (method === 'eth_getBlockByNumber')
          return { number: `0x${number.toString(16)}`, hash: `0x${'00'.repeat(32)}`, timestamp: `0x${(2 * number).toString(16)}` } as T
        const { fromBlock, toBlock } = params[0] as { fromBlock: Hex; toBlock: Hex }
        if (Number(toBlock) - Number(fromBlock) >= maxBlocks) throw new RpcRejected(-32_614, `limited to a ${maxBlocks} range`)
        return [] as T
      },
    }
    return { chain: { network: findNetwork('eip155:8453')!, rpc }, rounds: () => rounds }
  }

  test.each([
    [100_000, 30, 30],
    [10_000, 7, 8.5],
    [2_000, 1, 1.7],
  ])('%i: eighty questions reach back %f days of Base the first time, %f the next', async (maxBlocks, first, next) => {
    const spans = new Map<string, bigint>()
    for (const days of [first, next]) {
      const { chain, rounds } = node(maxBlocks)
      const parts = { signal: new AbortController().signal, caps: { ...generous, requests: 80 }, clock: still, spans }
      const { head, completeFrom } = await readWalletHistory(chain, me, parts)
      expect((head.time - completeFrom.time) / 86_400).toBeGreaterThanOrEqual(days)
      // Six at the same time in each direction, so that they take as long as sixteen one after the other.
      expect(rounds()).toBeLessThanOrEqual(2 * 16)
    }
  })
})

describe('a node that gives no logs', () => {
  test('is an error at once, not an empty history', async () => {
    const dead = chainOf([untouched])
    dead.faults.onCall = () => {
      throw new RpcUnreachable('no RPC node answered')
    }
    await expect(read(dead)).rejects.toThrow(RpcUnreachable)
    const noLogs = chainOf([untouched], {
      onCall(method) {
        if (method === 'eth_getLogs') throw new RpcUnreachable('no RPC node answered eth_getLogs: HTTP 502')
      },
    })
    await expect(read(noLogs)).rejects.toThrow('HTTP 502')
  })

  test('fails too when it refuses every range', async () => {
    await expect(read(chainOf([untouched, untouched], { maxBlocks: 0, noReceipts: true }))).rejects.toMatchObject({ name: 'RpcRejected' })
  })

  test('answers about another wallet are an error', async () => {
    const simulated = chainOf([[gets(account(2))]])
    const lie: Faults['lie'] = (logs) =>
      logs.map((log) => ({ ...log, topics: [(log['topics'] as Hex[])[0], `0x${'00'.repeat(32)}`, `0x${'00'.repeat(32)}`] }))
    simulated.faults.lie = lie
    await expect(read(simulated)).rejects.toThrow(RpcUnreachable)
  })
})
