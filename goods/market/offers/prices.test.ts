import { type MarketTest, cryptoPrices, openMarket } from '../market.fixture.ts'
import { hurried } from '../../../sandbox/upstreams/open-test-sources.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { figuresOf } from '../../../sandbox/market/coin-figures.ts'
import { coinNamed } from '../../../sandbox/market/coins.ts'
import type { Venue } from '../../../sandbox/market/venues.ts'
import { checkOffers } from '../../../src/offers/check-offers.ts'
import { priceOf } from '../../../src/offers/offer.ts'
import type { OfferContext } from '../../../src/offers/offer.ts'
import { wellKnownSymbols } from '../coins/symbols.ts'
import { startStopwatch } from '../../../test/support/stopwatch.ts'

let world: MarketTest | null = null
afterEach(async () => {
  await world?.close()
  world = null
})
async function open(...settings: Parameters<typeof openMarket>): Promise<MarketTest> {
  world = await openMarket(...settings)
  return world
}

async function run({ sources, clock }: MarketTest, symbols?: string) {
  const context = { sources, clock, signal: new AbortController().signal } as unknown as OfferContext
  const query = cryptoPrices.query!.parse(symbols === undefined ? {} : { symbols })
  return cryptoPrices.run({ path: {}, query, body: {} }, context)
}
async function ask(opened: MarketTest, symbols?: string) {
  return cryptoPrices.answer.parse((await run(opened, symbols)).body)
}
const from = ({ meta }: Awaited<ReturnType<typeof ask>>) => meta.sources.map((one) => `${one.id} ${one.cache}`).join()
const requests = ({ upstreams }: MarketTest) =>
  ['coingecko', 'coinbase', 'kraken', 'coinpaprika', 'defillama-coins', 'coinbase-spot'].map((id) => upstreams.requests(id))
/** The figures of the sandbox's market at this moment, as a source gives them. */
const figuresNow = ({ clock }: MarketTest, id: string, venue: Venue = 'coingecko') => figuresOf(coinNamed(id), venue, clock.now())
const tickers = wellKnownSymbols.map((row) => row.ticker)

test('has a valid declaration', () => {
  expect(checkOffers([cryptoPrices])).toEqual([])
  expect([cryptoPrices.access.kind, priceOf(cryptoPrices)]).toEqual(['fixed', 7_500n])
})

test('gives a result or an error of its own for each symbol, in the order of asking', async () => {
  const opened = await open()
  const { prices, meta, currency } = await ask(opened, 'btc, no-such-coin,ethereum,LUNA')
  const bitcoin = figuresNow(opened, 'bitcoin')
  expect(prices).toEqual([
    {
      asked: 'btc',
      symbol: 'BTC',
      coingeckoId: 'bitcoin',
      name: 'Bitcoin',
      price: bitcoin.price,
      priceChange24h: bitcoin.change,
      marketCap: bitcoin.cap,
      volume24h: bitcoin.volume,
      observedAt: expect.stringMatching(/^\d{4}-/),
      source: 'coingecko',
    },
    { asked: 'no-such-coin', error: { code: 'unknown_symbol', detail: 'No coin has this symbol.' } },
    expect.objectContaining({ asked: 'ethereum', symbol: 'ETH', price: figuresNow(opened, 'ethereum').price }),
    expect.objectContaining({ asked: 'LUNA', coingeckoId: 'terra-luna-2', price: figuresNow(opened, 'terra-luna-2').price }),
  ])
  expect([currency, meta.simulated, meta.degraded, meta.missing]).toEqual(['USD', true, false, []])
  expect(meta.sources).toHaveLength(1)
  expect(meta.sources[0]?.url).toMatch(/ids=bitcoin,ethereum,terra-luna-2&/)
})

describe('one upstream request', () => {
  test('for 500 callers who ask for ten symbols each, and for fifty others after them', async () => {
    const opened = await open()
    await Promise.all(Array.from({ length: 500 }, (_, index) => run(opened, tickers.slice(index % 40, (index % 40) + 10).join())))
    expect(requests(opened)).toEqual([1, 0, 0, 0, 0, 0])
    expect(from(await ask(opened, tickers.slice(50, 100).join()))).toBe('coingecko hit')
    expect(requests(opened)).toEqual([1, 0, 0, 0, 0, 0])
  })

  test('and one more for all tickers together that have to be looked up, once a day', async () => {
    const opened = await open()
    const symbols = 'BTC,LUNA,ZOO,TURBO,NOSUCH,ETH,sol'
    expect((await ask(opened, symbols)).prices.filter((one) => 'error' in one)).toHaveLength(1)
    expect(requests(opened)).toEqual([2, 0, 0, 0, 0, 0])
    opened.pass(61_000)
    await ask(opened, 'BTC,LUNA,ZOO,TURBO,ETH,sol')
    expect(requests(opened)).toEqual([3, 0, 0, 0, 0, 0])
  })
})

test('without symbols, the twenty best known', async () => {
  const { prices } = await ask(await open())
  expect(prices.map((one) => 'symbol' in one && one.symbol)).toEqual(tickers.slice(0, 20))
})

test('when none of them exists it is answered and not charged', async () => {
  const opened = await open()
  expect(await run(opened, 'no-such-coin,nosuch')).toMatchObject({ charge: false, reason: 'no_prices' })
  expect(await run(opened, 'no-such-coin,BTC')).toMatchObject({ charge: true })
})

test('symbols are read as people write them, and an unknown one has an error that says which is probably meant', async () => {
  const opened = await open()
  const { body } = await run(opened, '$btc,ETH-USD,BTC/EUR,MATIC,Bitcoin Cash,eip155:1/slip44:60')
  const rows = body.prices.map((row) => ('error' in row ? row.error.detail : row.symbol))
  expect(rows).toEqual([
    'BTC',
    'ETH',
    'This is BTC against EUR, and prices here are in USD. Did you mean BTC?',
    'MATIC became POL: one MATIC became 1 POL. Did you mean POL?',
    'BCH',
    'ETH',
  ])
})

test('the list is limited in length, and each symbol in its characters', () => {
  const accepts = (symbols: string) => cryptoPrices.query?.safeParse({ symbols }).success
  expect(['BTC', 'BTC,ETH', ' btc , usd-coin', tickers.slice(0, 50).join()].map(accepts)).toEqual([true, true, true, true])
  expect(['', ',', 'BTC,', 'BTC,,ETH', 'BTC;ETH', 'a\nb', tickers.slice(0, 51).join(), 'x'.repeat(5_000)].map(accepts)).toEqual(
    Array.from({ length: 8 }, () => false),
  )
  expect(cryptoPrices.query?.parse({ symbols: 'BTC,ETH,BTC' })).toEqual({ symbols: ['BTC', 'ETH'] })
})

describe('when sources fail', () => {
  test('CoinGecko, then CoinPaprika, then DefiLlama, each with one request for all', async () => {
    const opened = await open()
    opened.upstreams.setMode('coingecko', 'rate-limited')
    const whole = await ask(opened, tickers.slice(0, 50).join())
    expect([from(whole), whole.meta.degraded, whole.meta.missing]).toEqual(['coinpaprika miss', true, []])
    const { price, cap } = figuresNow(opened, 'bitcoin', 'coinpaprika')
    expect(whole.prices[0]).toMatchObject({ price, marketCap: cap, source: 'coinpaprika' })
    expect(requests(opened)).toEqual([1, 0, 0, 1, 0, 0])
    opened.upstreams.setMode('coinpaprika', 'rate-limited')
    opened.pass(301_000)
    const bare = await ask(opened, tickers.slice(0, 50).join())
    expect([from(bare), bare.prices[1]]).toEqual([
      'defillama-coins miss',
      expect.objectContaining({
        asked: 'ETH',
        price: figuresNow(opened, 'ethereum', 'defillama').price,
        marketCap: null,
        source: 'defillama-coins',
      }),
    ])
    expect(bare.meta.missing).toContain('prices[1].marketCap')
    expect(requests(opened)).toEqual([2, 0, 0, 2, 1, 0])
  })

  test('each kind of failure of the first leads to the second', async () => {
    for (const mode of ['outage', 'error', 'rate-limited', 'slow', 'garbage'] as const) {
      const opened = await open(mode === 'slow' ? { limits: hurried } : {})
      opened.upstreams.setMode('coingecko', mode)
      expect(from(await ask(opened, 'BTC,ETH')), mode).toBe('coinpaprika miss')
      await opened.close()
    }
    world = null
  })

  test('a symbol that only a failed source may know has an error of its own', async () => {
    const opened = await open()
    opened.upstreams.setMode('coingecko', 'outage')
    expect((await ask(opened, 'BTC,no-such-coin,ZOO')).prices).toEqual([
      expect.objectContaining({ asked: 'BTC', price: figuresNow(opened, 'bitcoin', 'coinpaprika').price }),
      { asked: 'no-such-coin', error: { code: 'upstream_unavailable', detail: expect.any(String) } },
      expect.objectContaining({
        asked: 'ZOO',
        coingeckoId: null,
        name: 'ZooCoin',
        price: figuresNow(opened, 'zoo-coin', 'coinpaprika').price,
      }),
    ])
  })

  test('with all sources stopped, old prices serve for five minutes, labelled stale, and then it is a 503', async () => {
    const opened = await open()
    await ask(opened, 'BTC,ETH')
    opened.setAll('outage')
    opened.pass(290_000)
    const stale = await ask(opened, 'BTC,ETH')
    expect([from(stale), stale.meta.degraded]).toEqual(['coingecko stale', true])
    opened.pass(11_000)
    await expect(ask(opened, 'BTC,ETH')).rejects.toMatchObject({
      code: 'upstream_unavailable',
      options: { retryAfter: expect.any(Number) },
    })
  })

  test('with all sources slow, a call ends well before the deadline of the offer', async () => {
    const opened = await open({ limits: { timeoutMs: 200, budgetMs: 250 } })
    opened.setAll('slow')
    const elapsed = startStopwatch()
    await expect(ask(opened, 'BTC,LUNA')).rejects.toMatchObject({ code: 'upstream_unavailable' })
    // CoinPaprika's long list has a time of its own.
    expect(elapsed()).toBeLessThan(1_200 + 2_500 + 1_200 + 8_000)
    expect(1_200 + 1_200 + 2_500 + 1_200).toBeLessThan(cryptoPrices.deadlineMs - 1_000)
  })

  test('is disabled without any source, and down while none answers and the cache is empty', async () => {
    const live = await open({ simulated: false, accepted: new Set() })
    expect(cryptoPrices.available({ sources: live.sources, chains: new Map() })).toBe('disabled')
    await live.close()
    const opened = await open()
    opened.setAll('outage')
    for (let index = 0; index < 3; index++) await ask(opened, 'BTC').catch(() => {})
    expect(cryptoPrices.available({ sources: opened.sources, chains: new Map() })).toBe('down')
  })
})
