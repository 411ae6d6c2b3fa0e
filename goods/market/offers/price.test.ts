import { type MarketTest, marketPrice, openMarket } from '../market.fixture.ts'
import { hurried } from '../../../sandbox/upstreams/open-test-sources.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { candlesOf } from '../../../sandbox/market/candles.ts'
import { figuresOf } from '../../../sandbox/market/coin-figures.ts'
import { coinNamed } from '../../../sandbox/market/coins.ts'
import { marketOf } from '../../../sandbox/market/venues.ts'
import type { Venue } from '../../../sandbox/market/venues.ts'
import type { UpstreamMode } from '../../../sandbox/upstreams/start-upstreams.ts'
import { checkOffers } from '../../../src/offers/check-offers.ts'
import { priceOf } from '../../../src/offers/offer.ts'
import type { OfferContext } from '../../../src/offers/offer.ts'
import { patienceMs } from '../coins/coin-quote.ts'
import { changeInPercent } from '../coins/venue.ts'
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

async function ask({ sources, clock }: MarketTest, symbol = 'BTC') {
  const context = { sources, clock, signal: new AbortController().signal } as unknown as OfferContext
  const outcome = await marketPrice.run({ path: { symbol }, query: {}, body: {} }, context)
  expect(outcome.charge).toBe(true)
  return marketPrice.answer.parse(outcome.body)
}

const origin = async (opened: MarketTest, symbol?: string) => {
  const { data, meta } = await ask(opened, symbol)
  return {
    from: meta.sources.map((one) => `${one.id} ${one.cache}`).join(),
    degraded: meta.degraded,
    missing: meta.missing,
    price: data.price,
  }
}

/** The figures of the sandbox's market at this moment, as a source gives them. */
const figuresNow = ({ clock }: MarketTest, id = 'bitcoin', venue: Venue = 'coingecko') => figuresOf(coinNamed(id), venue, clock.now())

/** The change that a venue's candles of this length, in seconds, have had since a day ago. */
function changeByCandles(opened: MarketTest, venue: Venue, step: number): number | null {
  const now = opened.clock.now() / 1000
  const from = Math.floor((now - 86_400) / step) * step
  const [dayAgo] = candlesOf(marketOf(coinNamed('bitcoin'), venue), step, { from, to: from, now })
  return changeInPercent(String(figuresNow(opened, 'bitcoin', venue).price), dayAgo?.open ?? null)
}

test('has a valid declaration', () => {
  expect(checkOffers([marketPrice])).toEqual([])
  expect([marketPrice.access.kind, priceOf(marketPrice)]).toEqual(['fixed', 7_500n])
})

test('answers for tickers and ids, in upper and lower case', async () => {
  const opened = await open()
  const { success, data, meta, timestamp } = await ask(opened, 'btc')
  const { price, change, cap, volume } = figuresNow(opened)
  expect(success).toBe(true)
  expect(data).toMatchObject({
    symbol: 'BTC',
    coingeckoId: 'bitcoin',
    currency: 'USD',
    price,
    priceChange24h: change,
    marketCap: cap,
    volume24h: volume,
  })
  expect(Date.parse(timestamp) - Date.parse(data.lastUpdated)).toBeLessThan(120_000)
  expect(meta).toMatchObject({ degraded: false, missing: [], simulated: true })
  expect((await ask(opened, 'Bitcoin')).data.symbol).toBe('BTC')
  expect(opened.upstreams.requests('coingecko')).toBe(1)
})

test('500 calls at once for one symbol make one upstream request', async () => {
  const opened = await open()
  await Promise.all(Array.from({ length: 500 }, () => ask(opened)))
  expect(opened.upstreams.requests('coingecko')).toBe(1)
})

describe('an ambiguous ticker', () => {
  test('is answered with the coin of the highest market rank, and lists the others by theirs', async () => {
    const opened = await open()
    const { data, meta } = await ask(opened, 'LUNA')
    const { price } = figuresNow(opened, 'terra-luna-2')
    expect(data).toMatchObject({ symbol: 'LUNA', coingeckoId: 'terra-luna-2', name: 'Terra', price })
    expect(data.namesakes).toEqual([
      { coingeckoId: 'lunar-base', name: 'Lunar Base', marketCapRank: expect.any(Number) },
      { coingeckoId: 'luna', name: 'Luna Cat', marketCapRank: null },
    ])
    expect([meta.missing, meta.sources.map((one) => one.id)]).toEqual([[], ['coingecko', 'coingecko']])
    expect((await ask(opened, 'UNI')).data).toMatchObject({ coingeckoId: 'uniswap', namesakes: [{ coingeckoId: 'unicorn-token' }] })
  })

  test('that is well known takes one request, and the next day’s price another', async () => {
    const opened = await open()
    await ask(opened, 'UNI')
    expect(opened.upstreams.requests('coingecko')).toBe(1)
    opened.pass(31_000)
    await Promise.all(['UNI', 'uni', 'uniswap'].map((symbol) => ask(opened, symbol)))
    expect(opened.upstreams.requests('coingecko')).toBe(2)
  })

  test('each namesake can be asked for by its id, without the list', async () => {
    const opened = await open()
    for (const id of ['luna', 'lunar-base', 'terra-luna-2']) {
      expect((await ask(opened, id)).data).toMatchObject({ coingeckoId: id, symbol: 'LUNA', namesakes: [] })
    }
  })

  test('that is not well known is answered in lower case too, if no coin has it as its id', async () => {
    const opened = await open()
    expect((await ask(opened, 'zoo')).data).toMatchObject({ coingeckoId: 'zoo-coin', symbol: 'ZOO', namesakes: [] })
    expect((await ask(opened, 'ZOO-COIN')).data).toMatchObject({ coingeckoId: 'zoo-coin' })
  })

  test('while CoinGecko is down is answered from what it said within a week, and by CoinPaprika’s rank after that', async () => {
    const opened = await open()
    await ask(opened, 'LUNA')
    opened.upstreams.setMode('coingecko', 'outage')
    opened.pass(2 * 86_400_000)
    const held = await ask(opened, 'LUNA')
    expect(held.data).toMatchObject({ coingeckoId: 'terra-luna-2', namesakes: [{ coingeckoId: 'lunar-base' }, { coingeckoId: 'luna' }] })
    expect(held.meta.sources.map((one) => `${one.id} ${one.cache}`)).toEqual(['coinpaprika miss', 'coingecko stale'])
    opened.pass(6 * 86_400_000)
    const { data, meta } = await ask(opened, 'LUNA')
    const { price } = figuresNow(opened, 'terra-luna-2', 'coinpaprika')
    expect(data).toMatchObject({ symbol: 'LUNA', coingeckoId: null, name: 'Terra', price, namesakes: null })
    expect(meta.missing).toEqual(['coingeckoId', 'namesakes'])
  })
})

describe('when sources fail', () => {
  test('CoinGecko, then exchanges, then other lists; missing figures are null and named, never 0', async () => {
    const opened = await open()
    const next = async (failed: string, mode: UpstreamMode, afterMs = 31_000) => {
      opened.upstreams.setMode(failed, mode)
      opened.pass(afterMs)
      return origin(opened)
    }
    const lackingAtVenues = ['name', 'marketCap', 'volume24h', 'namesakes']
    const bare = ['name', 'priceChange24h', 'marketCap', 'volume24h', 'namesakes']
    const fallback = (venue: Venue) => ({ degraded: true, price: figuresNow(opened, 'bitcoin', venue).price })
    expect(await next('coingecko', 'outage')).toEqual({ from: 'coinbase miss', missing: lackingAtVenues, ...fallback('coinbase') })
    expect((await ask(opened)).data).toMatchObject({
      symbol: 'BTC',
      priceChange24h: changeByCandles(opened, 'coinbase', 300),
      marketCap: null,
      volume24h: null,
      namesakes: null,
    })
    expect(await next('coinbase', 'garbage')).toEqual({ from: 'kraken miss', missing: lackingAtVenues, ...fallback('kraken') })
    expect((await ask(opened)).data.priceChange24h).toBe(changeByCandles(opened, 'kraken', 900))
    expect(await next('kraken', 'error')).toEqual({ from: 'coinpaprika miss', missing: ['namesakes'], ...fallback('coinpaprika') })
    const { change, cap, volume } = figuresNow(opened, 'bitcoin', 'coinpaprika')
    expect((await ask(opened)).data).toMatchObject({ name: 'Bitcoin', priceChange24h: change, marketCap: cap, volume24h: volume })
    expect(await next('coinpaprika', 'rate-limited', 301_000)).toEqual({
      from: 'defillama-coins miss',
      missing: bare,
      ...fallback('defillama'),
    })
    expect(await next('defillama-coins', 'error')).toEqual({
      from: 'coinbase-spot miss',
      missing: bare,
      ...fallback('coinbase'),
    })
  })

  test('each kind of failure of the first leads to the second', async () => {
    for (const mode of ['outage', 'error', 'rate-limited', 'slow', 'garbage'] as const) {
      const opened = await open(mode === 'slow' ? { limits: hurried } : {})
      opened.upstreams.setMode('coingecko', mode)
      expect((await origin(opened)).from, mode).toBe('coinbase miss')
      await opened.close()
    }
    world = null
  })

  test('with all sources stopped, the last value serves for five minutes, labelled stale, and then it is a 503', async () => {
    const opened = await open()
    await ask(opened)
    const { price } = figuresNow(opened)
    opened.setAll('outage')
    opened.pass(290_000)
    expect(await origin(opened)).toMatchObject({ from: 'coingecko stale', degraded: true, price })
    opened.pass(11_000)
    await expect(ask(opened)).rejects.toMatchObject({
      code: 'upstream_unavailable',
      status: 503,
      options: { retryAfter: expect.any(Number) },
    })
  })

  test('with all sources slow, a call ends before the deadline of the offer', async () => {
    expect(7 * patienceMs).toBeLessThan(marketPrice.deadlineMs - 1_000)
    const opened = await open({ limits: { timeoutMs: 200, budgetMs: 250 } })
    opened.setAll('slow')
    const elapsed = startStopwatch()
    await expect(ask(opened)).rejects.toMatchObject({ code: 'upstream_unavailable' })
    expect(elapsed()).toBeLessThan(7 * 250 + 8_000)
  })

  test('an unknown symbol is a 404; while the only source that may know it is down, a 503', async () => {
    const opened = await open()
    await expect(ask(opened, 'no-such-coin')).rejects.toMatchObject({ code: 'unknown_symbol', status: 404 })
    opened.upstreams.setMode('coingecko', 'outage')
    await expect(ask(opened, 'another-such-coin')).rejects.toMatchObject({ code: 'upstream_unavailable' })
  })

  test('is down while every breaker is open and the cache is empty', async () => {
    const opened = await open()
    const available = () => marketPrice.available({ sources: opened.sources, chains: new Map() })
    opened.setAll('outage')
    for (let index = 0; index < 3; index++) await ask(opened).catch(() => {})
    expect(available()).toBe('down')
    opened.pass(30_000)
    expect(available()).toBe('available')
  })
})

test('disabled sources are skipped; without any enabled source the offer is disabled', async () => {
  const opened = await open({ disabled: new Set(['coingecko', 'coinbase', 'coinbase-spot']) })
  const missing = ['name', 'marketCap', 'volume24h', 'namesakes']
  expect(await origin(opened, 'eth')).toEqual({
    from: 'kraken miss',
    degraded: true,
    missing,
    price: figuresNow(opened, 'ethereum', 'kraken').price,
  })
  await opened.close()
  const live = await open({ simulated: false, accepted: new Set() })
  expect(marketPrice.available({ sources: live.sources, chains: new Map() })).toBe('disabled')
})

test('a symbol is limited in length and characters by its schema', () => {
  const accepts = (symbol: string) => marketPrice.path?.safeParse({ symbol }).success
  expect(['BTC', '$eth', 'usd-coin', 'Bitcoin Cash', 'eip155:1/slip44:60'].map(accepts)).toEqual([true, true, true, true, true])
  expect(['', 'a\nb', '../etc', 'BTC,ETH', 'a'.repeat(130), '%00', '-btc'].map(accepts)).toEqual(Array.from({ length: 7 }, () => false))
})

describe('a symbol as people and other services write it', () => {
  const usdcOnBase = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
  const priced: readonly (readonly [text: string, ticker: string])[] = [
    ['BTC-USD', 'BTC'],
    ['btc-usd', 'BTC'],
    ['BTC/USD', 'BTC'],
    ['ETH_USD', 'ETH'],
    ['COINBASE:BTC-USD', 'BTC'],
    ['XBT', 'BTC'],
    ['$eth', 'ETH'],
    ['cbBTC', 'CBBTC'],
    ['Bitcoin Cash', 'BCH'],
    ['bitcoin', 'BTC'],
    ['USD Coin', 'USDC'],
    ['Polygon', 'POL'],
    ['TONCOIN', 'TON'],
    ['true-usd', 'TUSD'],
    [' sol ', 'SOL'],
    ['EOS', 'EOS'],
    ['MKR', 'MKR'],
    [usdcOnBase, 'USDC'],
    [`eip155:8453:${usdcOnBase}`, 'USDC'],
    [`eip155:8453/erc20:${usdcOnBase}`, 'USDC'],
    [`base:${usdcOnBase}`, 'USDC'],
    ['eip155:137/erc20:0xc2132D05D31c914a87C6611C10748AEb04B58e8F', 'USDT'],
    ['eip155:1/slip44:60', 'ETH'],
    ['eip155:137/slip44:966', 'POL'],
    ['bip122:000000000019d6689c085ae165831e93/slip44:0', 'BTC'],
  ]
  test('has the price of its coin', async () => {
    const opened = await open()
    for (const [text, ticker] of priced) {
      expect(marketPrice.path?.safeParse({ symbol: text }).success, text).toBe(true)
      expect((await ask(opened, text)).data.symbol, text).toBe(ticker)
    }
  })

  const named: readonly (readonly [text: string, ticker: string | undefined])[] = [
    ['MATIC', 'POL'],
    ['MATIC-USD', 'POL'],
    ['WMATIC', 'POL'],
    ['FTM', 'S'],
    ['RNDR', 'RENDER'],
    ['KLAY', 'KAIA'],
    ['AGIX', 'FET'],
    ['BTCUSDT', 'BTC'],
    ['XBTUSD', 'BTC'],
    ['XXBTZUSD', 'BTC'],
    ['BINANCE:BTCUSDT', 'BTC'],
    ['BTC-EUR', 'BTC'],
    ['ETH/BTC', 'ETH'],
    ['BTC-PERP', 'BTC'],
    ['BTC-USDT-SWAP', 'BTC'],
    ['USDC.e', 'USDC'],
    ['WETH.e', 'WETH'],
    ['USDT0', 'USDT'],
    ['USD₮0', 'USDT'],
    ['USDbC', 'USDC'],
    ['axlUSDC', 'USDC'],
    ['avalanche', 'AVAX'],
    ['etherium', 'ETH'],
    ['CRVUSD', 'CRV'],
    ['FOO-USD', 'FOO'],
    ['no-such-coin', undefined],
    ['eip155:137/slip44:60', undefined],
    ['eip155:1/erc20:0x000000000000000000000000000000000000dEaD', undefined],
    ['0x833589fCD6eDb6E08f4c7C32D4f71b54bdA0291', undefined],
  ]
  test('that is no coin, or not the one that it is like, is a 404 that names the coin which is probably meant', async () => {
    const opened = await open()
    for (const [text, ticker] of named) {
      expect(marketPrice.path?.safeParse({ symbol: text }).success, text).toBe(true)
      const refused = await ask(opened, text).catch((error: unknown) => error)
      expect(refused, text).toMatchObject({ code: 'unknown_symbol', status: 404 })
      expect((refused as { options: { expected?: string } }).options.expected, text).toBe(ticker)
      if (ticker !== undefined) expect((refused as Error).message, text).toContain(`Did you mean ${ticker}?`)
    }
  })
})
