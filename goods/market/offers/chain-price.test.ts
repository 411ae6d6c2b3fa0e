import { type MarketTest, cryptoPrices, marketPrice, marketRates, openMarket } from '../market.fixture.ts'
import { afterEach, expect, test } from 'vitest'
import { figuresOf } from '../../../sandbox/market/coin-figures.ts'
import { coinNamed } from '../../../sandbox/market/coins.ts'
import { localMarket, type LocalFeed, type LocalPool } from '../../../src/chain/prices/local-market.fixture.ts'
import { systemClock } from '../../../src/ops/system.ts'
import type { OfferContext } from '../../../src/offers/offer.ts'
import type { ChainPriceReader } from '../coins/chain-price-reader.ts'
import type { SourcesSettings } from '../../../src/sources/sources.ts'

const market = localMarket(['base', 'optimism'])
const base = 'eip155:8453'
const optimism = 'eip155:10'

let opened: MarketTest[] = []
afterEach(async () => {
  for (const one of opened) await one.close()
  opened = []
})

/** A live service without contracts, unless the settings name some, on the local chains. */
async function live(chainPrices: ChainPriceReader, settings: Partial<SourcesSettings> = {}): Promise<MarketTest> {
  const world = await openMarket({ simulated: false, accepted: new Set(), chainPrices, ...settings })
  opened.push(world)
  return world
}

/** The offer waits for a second or so, which is little on a busy machine, so the sources are read before. */
async function ask({ sources, clock }: MarketTest, symbol = 'BTC') {
  const { chainlink, uniswapV3 } = sources
  await Promise.allSettled([chainlink.price, chainlink.dayAgo, uniswapV3.prices].map((feed) => feed.get(symbol.toUpperCase())))
  const context = { sources, clock, signal: new AbortController().signal } as unknown as OfferContext
  const outcome = await marketPrice.run({ path: { symbol }, query: {}, body: {} }, context)
  expect(outcome.charge).toBe(true)
  const { data, meta } = marketPrice.answer.parse(outcome.body)
  return { data, meta, origins: data.origins.map((one) => `${one.source} ${one.network} ${one.agrees}`) }
}

interface Scene {
  readonly feed: LocalFeed
  readonly pools: readonly LocalPool[]
  readonly prices: ChainPriceReader
}

/** A coin with a feed on Base and pools on both networks, at one price since yesterday. */
async function scene(
  price: number,
  { networks = ['base', 'optimism'] as readonly string[], feedAgo = 60, dollar = 1 } = {},
): Promise<Scene> {
  const feed = await market.feed('BTC')
  await feed.prices([price / 1.25, 87_000], [price / 1.25, 86_000], [price, feedAgo])
  const dollars = await Promise.all(networks.map((network) => market.feed('USDC', { network, heartbeatSeconds: 86_400 })))
  for (const one of dollars) await one.prices([dollar, 600])
  const pools = await Promise.all(networks.map((network) => market.pool('BTC', { network })))
  for (const pool of pools) {
    await pool.prices([price / dollar, 10_000])
    await pool.deepen(1_000_000, price / dollar)
  }
  const places = { feeds: [feed, ...dollars].map(({ place }) => place), pools: pools.map(({ place }) => place) }
  return { feed, pools, prices: await market.prices(places) }
}

test('with nothing but nodes, the price is the median of the feed and of the pools, with their spread and the change of a day', async () => {
  const { data, meta, origins } = await ask(await live((await scene(86_000)).prices))
  expect(Math.abs(data.price / 86_000 - 1)).toBeLessThan(0.0001)
  expect(origins.toSorted()).toEqual([`chainlink ${base} true`, `uniswap-v3 ${optimism} true`, `uniswap-v3 ${base} true`])
  expect(data).toMatchObject({
    symbol: 'BTC',
    coingeckoId: 'bitcoin',
    originCount: 3,
    priceChange24h: 25,
    marketCap: null,
    volume24h: null,
  })
  expect(data.spreadBps).toBeLessThanOrEqual(2)
  expect(meta.missing).toEqual(['name', 'marketCap', 'volume24h', 'namesakes'])
  expect(meta.sources.map(({ url }) => url).every((url) => /^caip10:eip155:\d+:0x[0-9a-fA-F]{40}$/.test(url))).toBe(true)
})

test('an unknown symbol is refused and not charged, and so is one without a feed and a pool', async () => {
  const world = await live((await scene(86_000)).prices)
  for (const symbol of ['no-such-coin', 'KAS']) {
    await expect(ask(world, symbol)).rejects.toMatchObject({ code: 'unknown_symbol', status: 404 })
  }
})

test('one origin alone says so, and is worth less', async () => {
  const { prices } = await scene(86_000)
  const three = await ask(await live(prices))
  const one = await ask(await live(prices, { disabled: new Set(['uniswap-v3']) }))
  expect(one.data).toMatchObject({ price: 86_000, originCount: 1, spreadBps: null })
  expect(one.meta.confidence).toBeLessThan(three.meta.confidence)
})

// What docs/chain-prices.md says in its table.
test.each<[string, () => Promise<Scene>, { price?: number; originCount?: number; refused?: string; agrees?: string[] }]>([
  [
    'a pool that is moved for one block',
    async () => {
      const made = await scene(86_000)
      await made.pools[0]?.prices([860_000, 700], [86_000, 698])
      return made
    },
    { price: 86_000, originCount: 3 },
  ],
  [
    'a pool that is being moved in this block',
    async () => {
      const made = await scene(86_000)
      await made.pools[0]?.prices([860_000, 1])
      return made
    },
    { price: 86_000, originCount: 2 },
  ],
  [
    'a pool that is moved for an hour, and another one',
    async () => {
      const made = await scene(86_000)
      await made.pools[0]?.prices([60_000, 3_600])
      await made.pools[0]?.deepen(1_000_000, 60_000)
      return made
    },
    { price: 86_000, originCount: 2, agrees: [`uniswap-v3 ${base} false`] },
  ],
  [
    'a pool that is moved for an hour, and it is the only one',
    async () => {
      const made = await scene(86_000, { networks: ['base'] })
      await made.pools[0]?.prices([60_000, 3_600])
      await made.pools[0]?.deepen(1_000_000, 60_000)
      return made
    },
    { refused: 'differ by more than 3 %' },
  ],
  ['a frozen feed', () => scene(86_000, { feedAgo: 3_000 }), { price: 86_000, originCount: 2 }],
  [
    'a frozen feed that is the only origin',
    async () => {
      const made = await scene(86_000, { feedAgo: 3_000 })
      for (const pool of made.pools) await pool.setLiquidity(0n)
      return made
    },
    { refused: 'No source gives a price' },
  ],
  ['a dollar token that lost its peg', () => scene(86_000, { dollar: 0.9 }), { price: 86_000, originCount: 3 }],
])('%s', async (_, make, expected) => {
  const { prices } = await make()
  const quiet = (await ask(await live((await scene(86_000)).prices))).meta.confidence
  const asked = ask(await live(prices))
  if (expected.refused !== undefined) {
    await expect(asked).rejects.toMatchObject({ code: 'upstream_unavailable', message: expect.stringContaining(expected.refused) })
    return
  }
  const { data, meta, origins } = await asked
  expect(Math.abs(data.price / (expected.price ?? 0) - 1)).toBeLessThan(0.001)
  expect(data.originCount).toBe(expected.originCount)
  expect(origins.filter((one) => one.endsWith('false'))).toEqual(expected.agrees ?? [])
  if (expected.originCount === 3) expect(meta.confidence).toBe(quiet)
  else expect(meta.confidence).toBeLessThan(quiet)
})

test('an accepted list makes the answer richer, and while it is down the open sources answer alone', async () => {
  // The price of the list moves with the time, by much less than the 3 % within which origins agree.
  const bitcoinAt = (now: number) => figuresOf(coinNamed('bitcoin'), 'coingecko', now)
  const { prices } = await scene(bitcoinAt(systemClock.now()).price)
  const world = await live(prices, { accepted: new Set(['coingecko']) })
  const rich = await ask(world)
  const { cap, change } = bitcoinAt(world.clock.now())
  expect(rich.data).toMatchObject({ name: 'Bitcoin', marketCap: cap, originCount: 4, priceChange24h: change })
  const open = await ask(await live(prices))
  expect(rich.meta.confidence).toBeGreaterThan(open.meta.confidence)
  world.upstreams.setMode('coingecko', 'outage')
  world.pass(31_000)
  const down = await ask(world)
  expect(down.data).toMatchObject({ originCount: 3, marketCap: cap })
  expect(down.meta.sources.map(({ id, cache }) => `${id} ${cache}`)).toContain('coingecko stale')
  world.pass(400_000)
  expect((await ask(world)).data).toMatchObject({ originCount: 3, marketCap: null, priceChange24h: 25 })
  world.upstreams.setMode('coingecko', 'ok')
  world.pass(60_000)
  expect((await ask(world)).data).toMatchObject({ originCount: 4, marketCap: bitcoinAt(world.clock.now()).cap })
})

test('a list that gives a wrong price is outvoted', async () => {
  const { data, origins } = await ask(await live((await scene(50_000)).prices, { accepted: new Set(['coingecko']) }))
  expect(Math.abs(data.price / 50_000 - 1)).toBeLessThan(0.001)
  expect(origins.filter((one) => one.endsWith('false'))).toEqual(['coingecko null false'])
})

test('another coin of the same ticker is not priced by the feed of the known one', async () => {
  const feed = await market.feed('UNI')
  await feed.prices([9, 60])
  const world = await live(await market.prices({ feeds: [feed.place] }), { accepted: new Set(['coingecko']) })
  const namesake = await ask(world, 'unicorn-token')
  expect(namesake.data).toMatchObject({ symbol: 'UNI', coingeckoId: 'unicorn-token', originCount: 1 })
  expect(namesake.origins).toEqual(['coingecko null true'])
  const open = await live(await market.prices({ feeds: [feed.place] }))
  expect((await ask(open, 'UNI')).data).toMatchObject({ price: 9, coingeckoId: 'uniswap' })
  for (const symbol of ['unicorn-token', 'EUR']) await expect(ask(open, symbol)).rejects.toMatchObject({ code: 'unknown_symbol' })
})

test('calls at the same time share one question to each node, and a cached price asks none', async () => {
  const { prices } = await scene(86_000)
  await prices.check()
  const counted = prices as ChainPriceReader & { questions(): Record<string, number> }
  const before = counted.questions()
  const world = await live(prices)
  await Promise.all(Array.from({ length: 100 }, () => ask(world)))
  const after = counted.questions()
  expect((after[optimism] ?? 0) - (before[optimism] ?? 0)).toBe(1)
  // One for the price, and a few for the round of yesterday.
  expect((after[base] ?? 0) - (before[base] ?? 0)).toBeLessThanOrEqual(5)
  await ask(world)
  expect(counted.questions()).toEqual(after)
})

test('prices of many coins come from the chain too, each with its source', async () => {
  const { sources, clock } = await live((await scene(86_000)).prices)
  const context = { sources, clock, signal: new AbortController().signal } as unknown as OfferContext
  const outcome = await cryptoPrices.run({ path: {}, query: { symbols: ['BTC', 'KAS'] }, body: {} }, context)
  const { prices, meta } = cryptoPrices.answer.parse(outcome.body)
  expect(outcome.charge).toBe(true)
  expect(prices).toMatchObject([
    { asked: 'BTC', symbol: 'BTC' },
    { asked: 'KAS', error: { code: 'unknown_symbol' } },
  ])
  expect(meta.sources.map(({ id }) => id).toSorted()).toEqual(['chainlink', 'uniswap-v3'])
})

test('where two origins disagree, many coins have no price of that one, and rates name it as missing', async () => {
  const { pools, prices } = await scene(86_000, { networks: ['base'] })
  await pools[0]?.prices([60_000, 3_600])
  await pools[0]?.deepen(1_000_000, 60_000)
  const { sources, clock } = await live(prices)
  await Promise.allSettled([sources.chainlink.price.get('BTC'), sources.uniswapV3.prices.get('BTC')])
  const context = { sources, clock, signal: new AbortController().signal } as unknown as OfferContext
  const many = cryptoPrices.run({ path: {}, query: { symbols: ['BTC', 'USDC'] }, body: {} }, context)
  const { prices: rows, meta } = cryptoPrices.answer.parse((await many).body)
  expect(rows).toMatchObject([
    { asked: 'BTC', error: { code: 'upstream_unavailable' } },
    { asked: 'USDC', price: 1 },
  ])
  expect(meta).toMatchObject({ degraded: true, missing: expect.arrayContaining(['prices[0]']) })
  const rates = marketRates.answer.parse((await marketRates.run({ path: {}, query: {}, body: {} }, context)).body)
  expect(rates.rates.crypto).toMatchObject({ BTC: { usd: null }, USDC: { usd: '1' } })
  expect(rates.meta.missing).toContain('rates.crypto.BTC.usd')
})

test('rates of coins are in dollars and, by the feed of the euro, in euro', async () => {
  const [bitcoin, euro] = [await market.feed('BTC'), await market.feed('EUR')]
  await bitcoin.prices([86_000, 60])
  await euro.prices([1.25, 60])
  const { sources, clock } = await live(await market.prices({ feeds: [bitcoin.place, euro.place] }))
  await Promise.all(['BTC', 'EUR'].map((ticker) => sources.chainlink.price.get(ticker)))
  const context = { sources, clock, signal: new AbortController().signal } as unknown as OfferContext
  const { rates } = marketRates.answer.parse((await marketRates.run({ path: {}, query: {}, body: {} }, context)).body)
  expect(rates.crypto['BTC']).toMatchObject({ usd: '86000', eur: '68800', source: 'chainlink' })
})
