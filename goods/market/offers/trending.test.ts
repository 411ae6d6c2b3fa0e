import { type MarketTest, marketTrending, openMarket } from '../market.fixture.ts'
import { hurried } from '../../../sandbox/upstreams/open-test-sources.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { figuresOf, rankedCoins } from '../../../sandbox/market/coin-figures.ts'
import { coinNamed } from '../../../sandbox/market/coins.ts'
import { checkOffers } from '../../../src/offers/check-offers.ts'
import { priceOf } from '../../../src/offers/offer.ts'
import type { OfferContext } from '../../../src/offers/offer.ts'

let world: MarketTest | null = null
afterEach(async () => {
  await world?.close()
  world = null
})
async function open(...settings: Parameters<typeof openMarket>): Promise<MarketTest> {
  world = await openMarket(...settings)
  return world
}

async function ask({ sources, clock }: MarketTest) {
  const context = { sources, clock, signal: new AbortController().signal } as unknown as OfferContext
  const outcome = await marketTrending.run({ path: {}, query: {}, body: {} }, context)
  expect(outcome.charge).toBe(true)
  return marketTrending.answer.parse(outcome.body)
}
const from = ({ meta }: Awaited<ReturnType<typeof ask>>) => meta.sources.map((one) => `${one.id} ${one.cache}`).join()

test('has a valid declaration', () => {
  expect(checkOffers([marketTrending])).toEqual([])
  expect([marketTrending.access.kind, priceOf(marketTrending)]).toEqual(['fixed', 7_500n])
})

test('gives what people search for, ranked, with price, change and volume', async () => {
  const opened = await open()
  const answer = await ask(opened)
  const { price, change, cap, volume } = figuresOf(coinNamed('turbo'), 'coingecko', opened.clock.now())
  expect(answer.coins.map(({ rank, coingeckoId }) => `${rank} ${coingeckoId}`)).toEqual([
    '1 turbo',
    '2 bitcoin',
    '3 terra-luna-2',
    '4 hyperliquid',
    '5 pepe',
    '6 zoo-coin',
    '7 solana',
  ])
  expect(answer.coins[0]).toEqual({
    rank: 1,
    symbol: 'TURBO',
    coingeckoId: 'turbo',
    name: 'Turbo',
    price,
    priceChange24h: change,
    marketCap: cap,
    volume24h: volume,
    poolVolumeUsd: null,
    observedAt: expect.stringMatching(/^\d{4}-/),
  })
  expect([answer.rankedBy, answer.meta.simulated, answer.meta.degraded, answer.meta.missing]).toEqual(['searches', true, false, []])
  expect(from(answer)).toBe('coingecko miss,coingecko miss')
  expect(answer.meta.sources[1]?.url).toContain('ids=turbo,bitcoin,terra-luna-2,hyperliquid,pepe,zoo-coin,solana&')
})

test('500 calls at once make one request for the list and one for the markets', async () => {
  const opened = await open()
  await Promise.all(Array.from({ length: 500 }, () => ask(opened)))
  expect(opened.upstreams.requests('coingecko')).toBe(2)
  opened.pass(31_000)
  await ask(opened)
  expect(opened.upstreams.requests('coingecko')).toBe(3)
})

describe('when sources fail', () => {
  test('without the search list, the coins that rise most are answered, and the answer says so', async () => {
    const opened = await open()
    opened.upstreams.setMode('coingecko', 'error')
    const { coins, rankedBy, meta } = await ask(opened)
    expect([rankedBy, meta.degraded, meta.sources.map((one) => one.id)]).toEqual(['price-rise', true, ['coinpaprika']])
    const risers = rankedCoins('coinpaprika', opened.clock.now())
      .filter(({ change, volume }) => change > 0 && volume >= 10_000_000)
      .toSorted((a, b) => b.change - a.change)
    expect(coins.map(({ symbol, name, priceChange24h }) => [symbol, name, priceChange24h])).toEqual(
      risers.slice(0, coins.length).map(({ ticker, name, change }) => [ticker, name, change]),
    )
    expect(coins[0]).toMatchObject({ rank: 1, coingeckoId: null })
    const changes = coins.map((coin) => coin.priceChange24h!)
    expect(changes).toEqual(changes.toSorted((a, b) => b - a))
    expect(coins.every((coin) => coin.volume24h! >= 10_000_000 && coin.priceChange24h! > 0)).toBe(true)
    expect(meta.missing).toContain('coins[0].coingeckoId')
  })

  test('each kind of failure of the first leads to the second', async () => {
    for (const mode of ['outage', 'error', 'rate-limited', 'slow', 'garbage'] as const) {
      const opened = await open(mode === 'slow' ? { limits: hurried } : {})
      opened.upstreams.setMode('coingecko', mode)
      expect((await ask(opened)).rankedBy, mode).toBe('price-rise')
      await opened.close()
    }
    world = null
  })

  test('if only the search list answers, its own prices serve, and other figures are missing', async () => {
    const opened = await open()
    await ask(opened)
    const { price, change } = figuresOf(coinNamed('turbo'), 'coingecko', opened.clock.now())
    opened.setAll('outage')
    opened.pass(301_000)
    const { coins, meta, rankedBy } = await ask(opened)
    expect(coins[0]).toMatchObject({ coingeckoId: 'turbo', price, priceChange24h: change, marketCap: null, volume24h: null })
    expect([rankedBy, from({ coins, meta, rankedBy, covers: null, timestamp: '' })]).toEqual(['searches', 'coingecko stale'])
    expect(meta.missing).toContain('coins[0].volume24h')
  })

  test('with all sources stopped, the list serves for an hour, labelled stale, and then it is a 503', async () => {
    const opened = await open()
    await ask(opened)
    opened.setAll('outage')
    opened.pass(3_590_000)
    expect((await ask(opened)).meta.degraded).toBe(true)
    opened.pass(20_000)
    await expect(ask(opened)).rejects.toMatchObject({ code: 'upstream_unavailable', options: { retryAfter: expect.any(Number) } })
  })

  test('is disabled without any source, and down while none answers and the cache is empty', async () => {
    const live = await open({ simulated: false, accepted: new Set() })
    expect(marketTrending.available({ sources: live.sources, chains: new Map() })).toBe('disabled')
    await live.close()
    const opened = await open()
    opened.setAll('outage')
    for (let index = 0; index < 3; index++) await ask(opened).catch(() => {})
    expect(marketTrending.available({ sources: opened.sources, chains: new Map() })).toBe('down')
  })
})
