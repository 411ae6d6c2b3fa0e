import { type MarketTest, marketOhlcv, marketTrending, openMarket } from '../market.fixture.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { marketNamed, priceOn } from '../../../sandbox/market/venues.ts'
import { nodeRpc } from '../../../sandbox/chains/node-rpc.ts'
import { tradeMarket } from '../../../sandbox/tests/trade-market.ts'
import { createForwarder, type Forwarder } from '../../../test/forwarder.ts'
import { createPoolCandles } from '../candles/pool-candles.ts'
import { createPoolIndexes, type PoolIndexes } from '../pools/pool-indexes.ts'
import { memoryStore } from '../../../src/chain/follow/index-store.fixture.ts'
import { networks } from '../../../src/chain/networks.ts'
import { localMarket, type LocalPool } from '../../../src/chain/prices/local-market.fixture.ts'
import { sidesOf } from '../../../src/chain/prices/read-pool.ts'
import type { OfferContext } from '../../../src/offers/offer.ts'
import { systemClock, systemTimers } from '../../../src/ops/system.ts'
import { silentLog } from '../../../src/shared/log.ts'
import { silentMetrics } from '../../../src/shared/metrics.ts'
import type { SourcesSettings } from '../../../src/sources/sources.ts'

const market = localMarket(['base'])
const base = 'eip155:8453'
const signal = new AbortController().signal
/** The swaps begin at a full hour in the future, since a chain takes no block of its past. */
const start = (Math.floor(systemClock.now() / 3_600_000) + 2) * 3_600
const now = start + 1_830
let waited = 0
const clock = { now: () => now * 1000 + waited }
const passed = now * 1000 - systemClock.now()
const bitcoinMarket = marketNamed('coinbase', 'BTC-USD')!

const store = memoryStore()
let pools: Record<'ETH' | 'BTC' | 'UNI' | 'LINK', LocalPool>
let settings: Pick<NonNullable<Parameters<typeof openMarket>[0]>, 'chainPrices' | 'poolCandles'>
let indexes: PoolIndexes
let node: Forwarder
const opened: MarketTest[] = []

beforeAll(async () => {
  const dollar = await market.feed('USDC', { heartbeatSeconds: 86_400 })
  await dollar.record([
    { answer: 100_000_000n, at: start - 7_200 },
    { answer: 90_000_000n, at: start + 120 },
  ])
  const [ETH, BTC, LINK] = [await market.pool('ETH'), await market.pool('BTC'), await market.pool('LINK')]
  pools = { ETH, BTC, LINK, UNI: await market.pool('UNI', { quote: 'ETH' }) }
  // Blocks of before, which the index does not reach back to.
  await nodeRpc(market.url('base')).call('anvil_mine', '0x190')
  await pools.ETH.swaps(start + 1, [1, 2_000])
  await pools.UNI.swaps(start + 5, [10, 0.005])
  // 50 was no price with which a block ended.
  await pools.LINK.swaps(start + 10, [-0.5, 50], [0.25, 20])
  await pools.LINK.swaps(start + 50, [2, 18])
  await pools.LINK.swaps(start + 65, [-1, 22])
  await pools.ETH.swaps(start + 70, [-1, 3_000])
  await pools.UNI.swaps(start + 75, [-1, 0.006])
  await pools.LINK.swaps(start + 130, [3, 30])
  // After that, bitcoin is the sandbox's, twice a minute for a quarter of an hour.
  await tradeMarket(pools.BTC, bitcoinMarket, { from: start + 600, everySeconds: 30, count: 30, coins: 2 })
  const places = Object.values(pools).map(({ place }) => place)
  // As strict as nodes are: three calls in a batch.
  node = await createForwarder(market.url('base'))
  await node.open()
  const { prices, chains } = await market.connect({ feeds: [dollar.place], pools: places }, { passed, batchSize: 3, urls: [node.url] })
  const parts = { clock, timers: systemTimers, log: silentLog, metrics: silentMetrics }
  const followed = places.map((pool) => ({ address: pool.address, isCoin0: !sidesOf(pool).isQuote0 }))
  indexes = createPoolIndexes({ ...parts, pools: new Map([[base, followed]]), historySeconds: 600, chains, store, simulated: false })
  for (let turn = 0; turn < 50 && indexes.state()[0]?.state !== 'current'; turn++) await indexes.jobs[0]!.run(signal)
  settings = { poolCandles: createPoolCandles({ ...parts, places, networks, pools: indexes, chainPrices: prices }), chainPrices: prices }
})
afterAll(async () => {
  for (const one of opened) await one.close()
  await node?.close()
  await store.close()
})

async function live(accepted: SourcesSettings['accepted'] = new Set()): Promise<MarketTest> {
  const world = await openMarket({ simulated: false, accepted, startAt: now * 1000, ...settings })
  opened.push(world)
  return world
}

async function ask(world: MarketTest, symbol: string, query: Record<string, string> = {}) {
  const context = { sources: world.sources, clock, signal } as unknown as OfferContext
  const outcome = await marketOhlcv.run({ path: { symbol }, query: marketOhlcv.query!.parse(query), body: {} }, context)
  return { ...marketOhlcv.answer.parse(outcome.body), charge: outcome.charge }
}
const iso = (seconds: number) => new Date(seconds * 1000).toISOString()
const figures = ({ candles }: Awaited<ReturnType<typeof ask>>) =>
  candles.map(({ startsAt, open, high, low, close, volume }) => [Date.parse(startsAt) / 1000 - start, open, high, low, close, volume])

test('candles of a pool are those of its swaps, in the dollars of that time', async () => {
  const answer = await ask(await live(), 'LINK', { interval: '1m', from: iso(start), to: iso(start + 180) })
  expect(figures(answer)).toEqual([
    [0, '20', '20', '18', '18', '2.75'],
    [60, '22', '22', '22', '22', '1'],
    // USDC is worth 0.90 from here on.
    [120, '27', '27', '27', '27', '3'],
  ])
  const address = pools.LINK.place.address
  expect(answer).toMatchObject({
    venue: `uniswap-v3:${base}:${address}`,
    market: 'LINK-USDC',
    quote: 'USD',
    gaps: [],
    charge: true,
    meta: { degraded: false, simulated: false, sources: [{ id: 'uniswap-v3', url: `caip10:${base}:${address}` }] },
  })
  expect(answer.convertedBy).toHaveLength(1)
  expect(answer.candles.every(({ closed }) => closed)).toBe(true)
})

test('longer candles are joined from minutes', async () => {
  const answer = await ask(await live(), 'LINK', { interval: '5m', from: iso(start), to: iso(start + 300) })
  expect(figures(answer)).toEqual([[0, '20', '27', '18', '27', '6.75']])
})

test('a coin that trades against ether is priced by the ether pool, minute by minute', async () => {
  const world = await live()
  const range = { interval: '1m', from: iso(start), to: iso(start + 120) }
  const answer = await ask(world, 'UNI', range)
  expect(figures(answer)).toEqual([
    [0, '10', '10', '10', '10', '10'],
    [60, '18', '18', '18', '18', '1'],
  ])
  expect(answer.convertedBy[0]).toBe(`caip10:${base}:${pools.ETH.place.address}`)
  expect(figures(await ask(world, 'UNI', { ...range, quote: 'ETH' })).map(([, open]) => open)).toEqual(['0.005', '0.006'])
  expect((await ask(world, 'UNI', { ...range, quote: 'ETH' })).convertedBy).toEqual([])
})

test('a pool of the sandbox follows its market', async () => {
  const answer = await ask(await live(), 'BTC', { interval: '1m', from: iso(start + 600), to: iso(start + 1_500), quote: 'USDC' })
  const price = (at: number) => Number(priceOn(bitcoinMarket, at * 1000))
  expect(answer.candles.map(({ open, close, volume }) => [Number(open), Number(close), volume])).toEqual(
    Array.from({ length: 15 }, (_, index) => start + 600 + index * 60).map((minute) => [price(minute), price(minute + 30), '4']),
  )
})

test('a time before the index is refused with the first one that it has', async () => {
  const error = await ask(await live(), 'LINK', { interval: '1h', from: iso(start - 40 * 3_600) }).catch((problem: unknown) => problem)
  expect(error).toMatchObject({ code: 'invalid_input', status: 400, options: { field: 'query.from' } })
  expect((error as Error).message).toMatch(/not before \d{4}-\d\d-\d\dT\d\d:00:00/)
})

test('the latest candles are those that there are, and what is missing before them is named', async () => {
  const answer = await ask(await live(), 'BTC', { interval: '1h', limit: '100' })
  const first = Math.ceil(Date.parse(answer.coverage!.startsAt) / 3_600_000) * 3_600
  expect(answer.gaps).toEqual([{ startsAt: iso(start - 99 * 3_600), endsAt: iso(first), reason: 'not_read' }])
  expect(answer.candles.at(-1)).toMatchObject({ startsAt: iso(start), closed: false })
})

test('a length is refused that would be mostly holes, with the shortest that is not', async () => {
  await expect(ask(await live(), 'UNI', { interval: '1m', from: iso(start), to: iso(start + 1_800) })).rejects.toMatchObject({
    code: 'invalid_input',
    options: { field: 'query.interval', expected: expect.stringMatching(/^15m or longer/) },
  })
})

test('a coin without an indexed pool is refused', async () => {
  await expect(ask(await live(), 'SOL')).rejects.toMatchObject({ code: 'unknown_market' })
})

test('an accepted exchange comes first, and the pool is there while it does not answer', async () => {
  const world = await live(new Set(['coinbase']))
  expect((await ask(world, 'BTC', { interval: '1h', limit: '1' })).venue).toBe('coinbase')
  world.setAll('outage')
  world.pass(3_600_000)
  const answer = await ask(world, 'BTC', { interval: '1h', limit: '1' })
  expect([answer.venue.slice(0, 10), answer.meta.degraded]).toEqual(['uniswap-v3', true])
})

test('trends are of the indexed pools alone, and say so', async () => {
  const { sources } = await live()
  const { body } = await marketTrending.run({ path: {}, query: {}, body: {} }, { sources, clock, signal } as unknown as OfferContext)
  const { coins, rankedBy, covers, meta } = marketTrending.answer.parse(body)
  expect(rankedBy).toBe('pool-activity')
  expect(covers).toHaveLength(4)
  expect(coins.map(({ symbol }) => symbol).toSorted()).toEqual(['BTC', 'ETH', 'LINK', 'UNI'])
  const link = coins.find(({ symbol }) => symbol === 'LINK')
  // 25, 5, 36 and 22 dollars, and 90 at 0.90.
  expect(link).toMatchObject({ price: 27, poolVolumeUsd: `${25 + 5 + 36 + 22 + 81}.00`, volume24h: null, priceChange24h: null })
  expect(meta.missing).toContain('coins[0].volume24h')
})

test('past candles are there while no node answers, and the index goes on afterwards', async () => {
  const world = await live()
  const range = { interval: '1m', from: iso(start), to: iso(start + 180) }
  const before = figures(await ask(world, 'LINK', range))
  await node.close()
  await pools.LINK.swaps(start + 1_800, [1, 40])
  const readOn = async () => {
    waited += 60_000
    await indexes.jobs[0]!.run(signal)
    return indexes.state()[0]?.state
  }
  expect(await readOn()).not.toBe('current')
  expect(figures(await ask(world, 'LINK', range))).toEqual(before)
  waited += 16 * 60_000
  await expect(ask(world, 'LINK', { interval: '1h', limit: '1' })).rejects.toMatchObject({ code: 'upstream_unavailable', status: 503 })
  await node.open()
  for (let turn = 0; turn < 50 && (await readOn()) !== 'current'; turn++);
  expect(figures(await ask(world, 'LINK', { interval: '1h', from: iso(start), limit: '1' }))).toEqual([[0, '20', '36', '18', '36', '7.75']])
})
