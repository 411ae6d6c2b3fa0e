import { expect, test } from 'vitest'
import { localMarket, type LocalFeed, type LocalPool } from './local-market.fixture.ts'
import type { PoolPrice, PoolPrices } from './chain-prices.ts'

const market = localMarket()

async function dollar(usd = 1): Promise<LocalFeed> {
  const feed = await market.feed('USDC', { heartbeatSeconds: 86_400 })
  await feed.prices([usd, 600])
  return feed
}

/** A pool that had one price for hours, with a depth of a million. */
async function quietPool(ticker: string, price: number, quote: 'USDC' | 'ETH' = 'USDC'): Promise<LocalPool> {
  const pool = await market.pool(ticker, { quote })
  await pool.prices([price, 10_000])
  await pool.deepen(1_000_000, price)
  return pool
}

const onlyPrice = ({ prices, faults }: PoolPrices): PoolPrice => {
  expect(faults).toEqual([])
  expect(prices).toHaveLength(1)
  return prices[0] as PoolPrice
}
/** A tick is a hundredth of a per cent. */
const near = (price: number) => ({ above: price * 0.9998, below: price * 1.0002 })
function expectNear(found: number, price: number): void {
  expect(found).toBeGreaterThan(near(price).above)
  expect(found).toBeLessThan(near(price).below)
}

test('the price in a pool of USDC is its mean, at the price of USDC by the feed, with the depth of the pool', async () => {
  const [feed, pool] = [await dollar(0.99), await quietPool('ETH', 3_100)]
  const found = onlyPrice(await (await market.prices({ feeds: [feed.place], pools: [pool.place] })).poolPrices('ETH'))
  expectNear(found.usd, 3_100 * 0.99)
  expectNear(found.depthUsd, 990_000)
  expect(found).toMatchObject({ network: 'eip155:8453', address: pool.address, dayAgoUsd: null })
  expect(Math.abs(found.observedAt / 1000 - market.now())).toBeLessThan(120)
})

test('a coin that trades against ether is priced by the ether pool of the same network, in one question', async () => {
  const [feed, ether, pool] = [await dollar(), await quietPool('ETH', 3_000), await quietPool('LINK', 0.005, 'ETH')]
  const prices = await market.prices({ feeds: [feed.place], pools: [ether.place, pool.place] })
  await prices.check()
  const before = prices.questions()['eip155:8453'] ?? 0
  expectNear(onlyPrice(await prices.poolPrices('LINK')).usd, 15)
  expect((prices.questions()['eip155:8453'] ?? 0) - before).toBe(1)
})

test('the price of the same time of yesterday comes from the pool where it remembers it', async () => {
  const [feed, pool] = [await dollar(), await market.pool('ETH')]
  await pool.prices([2_000, 100_000], [3_000, 4_000])
  await pool.deepen(1_000_000, 3_000)
  const found = onlyPrice(await (await market.prices({ feeds: [feed.place], pools: [pool.place] })).poolPrices('ETH'))
  expectNear(found.usd, 3_000)
  expectNear(found.dayAgoUsd ?? 0, 2_000)
})

test('a few wild minutes within the half hour do not move the price', async () => {
  const [feed, pool] = [await dollar(), await market.pool('ETH')]
  await pool.prices([3_000, 10_000], [30_000, 900], [3_000, 840])
  await pool.deepen(1_000_000, 3_000)
  expectNear(onlyPrice(await (await market.prices({ feeds: [feed.place], pools: [pool.place] })).poolPrices('ETH')).usd, 3_000)
})

test.each([
  ['a pool whose price is being moved now', 'restless', async (pool: LocalPool) => pool.prices([3_200, 5])],
  ['a pool without liquidity', 'empty', async (pool: LocalPool) => pool.setLiquidity(0n)],
  ['a pool that takes a few thousand dollars to move', 'thin', async (pool: LocalPool) => pool.deepen(4_000, 3_000)],
] as const)('%s gives no price', async (_, fault, change) => {
  const [feed, pool] = [await dollar(), await quietPool('ETH', 3_000)]
  await change(pool)
  const prices = await market.prices({ feeds: [feed.place], pools: [pool.place] })
  expect(await prices.poolPrices('ETH')).toEqual({ prices: [], faults: [fault] })
})

test('a pool that keeps too few observations for half an hour gives no price', async () => {
  const [feed, pool] = [await dollar(), await market.pool('ETH', { cardinality: 2 })]
  await pool.prices([3_000, 10_000], [3_001, 600], [3_000, 60])
  await pool.deepen(1_000_000, 3_000)
  const prices = await market.prices({ feeds: [feed.place], pools: [pool.place] })
  expect(await prices.poolPrices('ETH')).toEqual({ prices: [], faults: ['short_history'] })
})

test('without a price of the dollar token there is no price in dollars', async () => {
  const [pool, frozen] = [await quietPool('ETH', 3_000), await market.feed('USDC')]
  await frozen.prices([1, 5_000])
  expect(await (await market.prices({ pools: [pool.place] })).poolPrices('ETH')).toEqual({ prices: [], faults: ['no_dollar'] })
  const prices = await market.prices({ feeds: [frozen.place], pools: [pool.place] })
  expect(await prices.poolPrices('ETH')).toEqual({ prices: [], faults: ['no_dollar'] })
})

test('a node whose newest block is old gives no price of pools', async () => {
  const [feed, pool] = [await dollar(), await quietPool('ETH', 3_000)]
  const prices = await market.prices({ feeds: [feed.place], pools: [pool.place] }, { passed: 600_000 })
  expect(await prices.poolPrices('ETH')).toEqual({ prices: [], faults: ['behind'] })
})

test('a pool with other tokens than the table says is left out', async () => {
  const [feed, pool] = [await dollar(), await quietPool('ETH', 3_000)]
  const wrong = { ...pool.place, token: { ...pool.place.token, decimals: 8 } }
  const other = { ...pool.place, token: { ...pool.place.token, address: feed.address } }
  const prices = await market.prices({ feeds: [feed.place], pools: [wrong, other] })
  expect(await prices.poolPrices('ETH')).toEqual({ prices: [], faults: [] })
})
