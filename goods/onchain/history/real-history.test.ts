import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOf } from '../../../sandbox/population/inhabitants.ts'
import { lookAt } from '../../../sandbox/tests/look-at-chain.ts'
import { temporaryWorld } from '../../../sandbox/tests/temporary-world.ts'
import type { World } from '../../../sandbox/world.ts'
import { systemClock, systemTimers } from '../../../src/ops/system.ts'
import type { Hex } from '../../../src/shared/bytes.ts'
import { silentLog } from '../../../src/shared/log.ts'
import { silentMetrics } from '../../../src/shared/metrics.ts'
import type { NetworkId, Rpc } from '../../../src/chain/chain.ts'
import { findNetwork } from '../../../src/chain/networks.ts'
import { type ClosableRpc, createRpc } from '../../../src/chain/rpc/create-rpc.ts'
import { type HistoryCaps, maxHistoryQuestions, readWalletHistory } from './wallet-history.ts'

const base: NetworkId = 'eip155:8453'
const polygon: NetworkId = 'eip155:137'
const slugs: Readonly<Record<string, string>> = { [base]: 'base', [polygon]: 'polygon' }
const caps: HistoryCaps = { days: 30, logs: 2_000, requests: 40, times: 100, ms: 30_000, answerMs: 10_000 }
const rpcs = new Map<NetworkId, ClosableRpc>()
let world: World

beforeAll(async () => {
  world = await temporaryWorld({ population: true, networks: [base, polygon] })
  for (const id of [base, polygon]) {
    const { rpcUrl } = world.networks.find((network) => network.id === id)!
    rpcs.set(id, createRpc({ urls: [rpcUrl], clock: systemClock, timers: systemTimers, log: silentLog, metrics: silentMetrics }))
  }
})
afterAll(async () => {
  for (const rpc of rpcs.values()) await rpc.close()
  await world?.close()
})

/** Reads from a real node, and counts the questions. */
async function read(id: NetworkId, address: Hex, given: Partial<HistoryCaps> = {}) {
  let asked = 0
  const rpc: Rpc = {
    call: (method, params, options) => {
      asked++
      return rpcs.get(id)!.call(method, params, options)
    },
  }
  const network = findNetwork(id)!
  const parts = { caps: { ...caps, ...given }, clock: systemClock, signal: AbortSignal.timeout(40_000), spans: new Map() }
  return { ...(await readWalletHistory({ network, rpc }, address.toLowerCase() as Hex, parts)), asked: () => asked }
}

test.each([
  ['drainer', polygon, 63],
  ['drained', polygon, 2],
  ['new-busy', base, 61],
  ['old-busy', base, 9],
  ['carnival', base, 13],
  ['nobody', base, 0],
] as const)('the history of %s is what the node of %s tells of it otherwise', async (key, id, count) => {
  const { transfers, cappedBy, asked } = await read(id, addressOf(key))
  const seen = (await lookAt(world, slugs[id]!).transfers(addressOf(key))).toReversed()
  const me = addressOf(key).toLowerCase()
  expect(transfers.map(({ direction, counterparty, amount, block, time }) => [direction, counterparty, amount, block, time])).toEqual(
    seen.map(({ from, to, value, block, at }) => {
      const outward = from.toLowerCase() === me
      return [outward ? 'out' : 'in', (outward ? to : from).toLowerCase(), value, block, at]
    }),
  )
  expect(transfers).toHaveLength(count)
  expect(cappedBy).toBeNull()
  expect(asked()).toBeLessThanOrEqual(maxHistoryQuestions(caps))
})

test('a thousand transfers in two blocks are all read, although round numbers look cut off', async () => {
  const { transfers, cappedBy, asked } = await read(base, addressOf('carousel'))
  expect(transfers.filter(({ direction }) => direction === 'self')).toHaveLength(1_000)
  expect(cappedBy).toBeNull()
  expect(asked()).toBeLessThanOrEqual(maxHistoryQuestions(caps))
})

test('a cap on transfers keeps the newest and gives the time from which they are complete', async () => {
  const { transfers, cappedBy, completeFrom } = await read(polygon, addressOf('drainer'), { logs: 25 })
  expect(cappedBy).toBe('logs')
  // The last of the three hauls, and what came in for it.
  expect(transfers).toHaveLength(21)
  expect(transfers.every(({ time }) => time >= completeFrom.time)).toBe(true)
})
