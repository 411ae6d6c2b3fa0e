import { expect, test } from 'vitest'
import { localMarket } from './local-market.fixture.ts'

const market = localMarket(['base', 'optimism'])
const base = 'eip155:8453'

test('the price of a feed is its newest round, as an exact decimal and with the time of that round', async () => {
  const feed = await market.feed('BTC')
  await feed.prices([85_000, 7200], [86_000.125, 300])
  const prices = await market.prices({ feeds: [feed.place] })
  expect(await prices.feedPrice('BTC')).toEqual({
    usd: '86000.125',
    observedAt: expect.any(Number),
    network: base,
    address: feed.address,
  })
  const { observedAt } = (await prices.feedPrice('BTC')) as { observedAt: number }
  expect(Math.abs(observedAt / 1000 - (market.now() - 300))).toBeLessThan(60)
})

test('of two feeds of a coin the newer one counts', async () => {
  const [older, newer] = [await market.feed('ETH'), await market.feed('ETH', { heartbeatSeconds: 86_400 })]
  await older.prices([3_000, 900])
  await newer.prices([3_100, 60])
  expect(await (await market.prices({ feeds: [older.place, newer.place] })).feedPrice('ETH')).toMatchObject({ usd: '3100' })
})

test('a feed that has been silent for longer than its heartbeat is frozen, and another one of the coin is taken', async () => {
  const [frozen, fresh] = [await market.feed('SOL'), await market.feed('SOL', { heartbeatSeconds: 86_400 })]
  await frozen.prices([140, 1200 * 1.1 + 360])
  expect(await (await market.prices({ feeds: [frozen.place] })).feedPrice('SOL')).toBe('frozen')
  await fresh.prices([150, 80_000])
  expect(await (await market.prices({ feeds: [frozen.place, fresh.place] })).feedPrice('SOL')).toMatchObject({ usd: '150' })
})

test('an answer of zero, one below zero and a feed without rounds give no price', async () => {
  for (const answer of [0n, -1n, null]) {
    const feed = await market.feed('LINK')
    if (answer !== null) await feed.record([{ answer, at: market.now() - 10 }])
    expect(await (await market.prices({ feeds: [feed.place] })).feedPrice('LINK')).toBe('invalid')
  }
})

test('a contract that is not the feed of the table is left out', async () => {
  const other = await market.feed('UNI', { description: 'AAVE / USD' })
  const places = await market.feed('UNI', { decimals: 18 })
  for (const feed of [other, places]) await feed.prices([10, 10])
  const prices = await market.prices({
    feeds: [other.place, { ...places.place, decimals: 8 }, { ...other.place, address: `0x${'12'.repeat(20)}` }],
  })
  expect(await prices.feedPrice('UNI')).toBeNull()
})

test('the price of 24 hours ago comes from the round that was valid then', async () => {
  const feed = await market.feed('BTC')
  await feed.prices([80_000, 90_000], [81_000, 87_000], [82_000, 86_000], [86_000, 60])
  expect(await (await market.prices({ feeds: [feed.place] })).feedPriceDayAgo('BTC')).toMatchObject({ usd: '81000' })
})

test('a feed with a round each minute answers for yesterday in a few questions, on a node that takes three calls in a batch', async () => {
  const feed = await market.feed('BTC')
  const start = market.now()
  await feed.record(
    Array.from({ length: 1_600 }, (_, index) => ({ answer: BigInt(1_000 + index) * 10n ** 8n, at: start - (1_600 - index) * 60 })),
  )
  const prices = await market.prices({ feeds: [feed.place] }, { batchSize: 3 })
  await prices.check()
  const before = prices.questions()[base] ?? 0
  const found = (await prices.feedPriceDayAgo('BTC')) as { usd: string; observedAt: number }
  const age = market.now() - found.observedAt / 1000
  expect(age).toBeGreaterThanOrEqual(86_400)
  expect(age).toBeLessThan(86_400 + 180)
  expect((prices.questions()[base] ?? 0) - before).toBeLessThanOrEqual(5)
})

test('rounds of the aggregator before the present one are found', async () => {
  const [earlier, feed] = [await market.feed('ARB'), await market.feed('ARB', { phase: 2 })]
  await earlier.prices([0.5, 100_000], [0.55, 87_000], [0.6, 80_000])
  await feed.prices([0.7, 4_000], [0.75, 30])
  await feed.follow(1, earlier.address)
  expect(await (await market.prices({ feeds: [feed.place] })).feedPriceDayAgo('ARB')).toMatchObject({ usd: '0.55' })
})

test('without a round of that time, the price of yesterday is not known', async () => {
  const feed = await market.feed('OP')
  await feed.prices([1.5, 4_000], [1.6, 30])
  expect(await (await market.prices({ feeds: [feed.place] })).feedPriceDayAgo('OP')).toBeNull()
  const gap = await market.feed('OP')
  await gap.prices([1.5, 200_000], [1.6, 30])
  expect(await (await market.prices({ feeds: [gap.place] })).feedPriceDayAgo('OP')).toBeNull()
})

test('prices that are asked for at the same time take one question, and none is asked without a call', async () => {
  const feeds = await Promise.all(['BTC', 'ETH', 'SOL', 'LINK'].map((ticker) => market.feed(ticker)))
  for (const feed of feeds) await feed.prices([10, 10])
  const prices = await market.prices({ feeds: feeds.map(({ place }) => place) })
  expect(prices.questions()).toEqual({ [base]: 0 })
  await prices.check()
  expect(prices.questions()).toEqual({ [base]: 1 })
  await Promise.all(feeds.map(({ place }) => prices.feedPrice(place.ticker)))
  expect(prices.questions()).toEqual({ [base]: 2 })
})

test('a crowd that asks without a break costs a node a burst of questions, and one a second', async () => {
  const feed = await market.feed('BTC')
  await feed.prices([10, 10])
  const prices = await market.prices({ feeds: [feed.place] })
  await prices.check()
  const startedAt = performance.now()
  const asked = []
  for (let call = 0; call < 200; call++) {
    asked.push(prices.feedPrice('BTC'))
    // Each in a turn of its own.
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  for (const found of await Promise.all(asked)) expect(found).toMatchObject({ usd: '10' })
  const seconds = (performance.now() - startedAt) / 1000
  expect(prices.questions()[base]).toBeLessThanOrEqual(30 + seconds + 1)
})

test('a node that does not answer is a fault, and no price', async () => {
  const feed = await market.feed('BTC')
  await feed.prices([10, 10])
  const prices = await market.prices({ feeds: [feed.place] })
  await prices.check()
  const failing = await market.prices({ feeds: [feed.place] }, { fetch: flaky() })
  expect(await failing.feedPrice('BTC')).toBe('unreachable')
})

test('a node that hangs does not hold up what another network says', async () => {
  const [here, hanging] = [await market.feed('BTC'), await market.feed('BTC', { network: 'optimism' })]
  await here.prices([86_000, 60])
  const held = Promise.withResolvers<never>()
  // As the client writes it.
  const url = new URL(market.url('optimism')).href
  const fetchSome: typeof fetch = (input, init) => (input === url && readsPrices(init) ? held.promise : fetch(input, init))
  const prices = await market.prices({ feeds: [here.place, hanging.place] }, { fetch: fetchSome, timeoutMs: 600_000, graceMs: 10 })
  // The other node answers only after this.
  expect(await prices.feedPrice('BTC')).toMatchObject({ usd: '86000', network: base })
  held.reject(new Error('gone'))
})

/** Answers while the chain is connected, and not to the reads of prices. */
function flaky(): typeof fetch {
  return (input, init) => (readsPrices(init) ? Promise.reject(new Error('gone')) : fetch(input, init))
}

function readsPrices(init?: RequestInit): boolean {
  return typeof init?.body === 'string' && init.body.includes('82ad56cb')
}
