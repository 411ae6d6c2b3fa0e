import { adapterOf } from '../../../src/sources/declared.fixture.ts'
import { describe, expect, test } from 'vitest'
import { fixedUpstream } from '../../../src/sources/policy/fixed-upstream.fixture.ts'
import { coingecko as coingeckoSource } from '../sources/coingecko.ts'
import { coinpaprika as coinpaprikaSource } from '../sources/coinpaprika.ts'
import { defillamaCoins as defillamaCoinsSource } from '../sources/defillama-coins.ts'

describe('DefiLlama', () => {
  test('prices as recorded', async () => {
    const {
      parts,
      at: here,
      asked,
    } = fixedUpstream({
      coins: { 'coingecko:bitcoin': { price: 85843.26, symbol: 'BTC', timestamp: 1791236090, confidence: 0.99 } },
    })
    const { price } = adapterOf(defillamaCoinsSource, here, parts)
    const [known, unknown] = await Promise.all([price.get('bitcoin'), price.get('no-such-coin')])
    expect(known).toMatchObject({
      value: { ticker: 'BTC', price: 85_843.26, at: 1_791_236_090_000 },
      source: { asOf: '2026-10-05T21:34:50.000Z' },
    })
    expect(unknown.value).toBeNull()
    expect(asked).toEqual(['https://upstream/prices/current/coingecko:bitcoin,coingecko:no-such-coin'])
  })

  test('a price stamped years ago is not used, though it was fetched just now, and the source is not asked again at once', async () => {
    const {
      parts,
      at: here,
      asked,
    } = fixedUpstream({
      coins: { 'coingecko:bitcoin': { price: 60580.28, symbol: 'BTC', timestamp: 1_696_500_000, confidence: 0.99 } },
    })
    const { price } = adapterOf(defillamaCoinsSource, here, parts)
    await expect(price.get('bitcoin')).rejects.toMatchObject({ code: 'garbage_outdated' })
    await expect(price.get('bitcoin')).rejects.toMatchObject({ code: 'garbage_outdated' })
    expect([asked.length, price.cached('bitcoin')]).toEqual([1, null])
  })

  test('a price stamped half an hour ago is labelled stale, and is not given where only a fresh one will do', async () => {
    const { parts, at: here } = fixedUpstream({
      coins: { 'coingecko:bitcoin': { price: 60580.28, symbol: 'BTC', timestamp: 1_791_234_300, confidence: 0.99 } },
    })
    const { price } = adapterOf(defillamaCoinsSource, here, parts)
    expect((await price.get('bitcoin')).source).toMatchObject({ cache: 'stale', asOf: '2026-10-05T21:05:00.000Z' })
    await expect(price.get('bitcoin', { freshOnly: true })).rejects.toMatchObject({ code: 'garbage_outdated' })
  })

  test('a price of low confidence is dropped', async () => {
    const { parts, at: here } = fixedUpstream({
      coins: { 'coingecko:dust': { price: 3, symbol: 'DUST', timestamp: 1791236090, confidence: 0.4 } },
    })
    expect((await adapterOf(defillamaCoinsSource, here, parts).price.get('dust')).value).toBeNull()
  })
})

describe('CoinPaprika', () => {
  const bitcoin = {
    id: 'btc-bitcoin',
    name: 'Bitcoin',
    symbol: 'BTC',
    rank: 1,
    total_supply: 19_950_000,
    last_updated: '2026-10-05T21:34:30Z',
    quotes: { USD: { price: 85_843.1, volume_24h: 28_456_789_012.5, market_cap: 1_712_345_678_901, percent_change_24h: -0.77 } },
  }

  test('a ticker with its market', async () => {
    const { parts, at: here, asked } = fixedUpstream(bitcoin)
    expect((await adapterOf(coinpaprikaSource, here, parts).market.get('btc-bitcoin')).value).toEqual({
      id: 'btc-bitcoin',
      ticker: 'BTC',
      name: 'Bitcoin',
      price: 85_843.1,
      change24h: -0.77,
      marketCap: 1_712_345_678_901,
      rank: 1,
      volume24h: 28_456_789_012.5,
      at: Date.parse('2026-10-05T21:34:30Z'),
    })
    expect(asked).toEqual(['https://upstream/tickers/btc-bitcoin?quotes=USD'])
  })

  test('zeros mean unknown figures', async () => {
    const { parts, at: here } = fixedUpstream({ ...bitcoin, rank: 0, quotes: { USD: { price: 0, volume_24h: 5, market_cap: 0 } } })
    expect((await adapterOf(coinpaprikaSource, here, parts).market.get('x-x')).value).toMatchObject({
      price: null,
      marketCap: null,
      rank: null,
      change24h: null,
    })
  })

  test('an unknown id', async () => {
    const { parts, at: here } = fixedUpstream({ error: 'id not found' }, 404)
    expect((await adapterOf(coinpaprikaSource, here, parts).market.get('no-such')).value).toBeNull()
  })

  test('a search returns the coins of exactly that ticker, the best-ranked first', async () => {
    const found = (id: string, symbol: string, rank: number) => ({
      id,
      name: id,
      symbol,
      rank,
      is_new: false,
      is_active: true,
      type: 'token',
    })
    const { parts, at: here } = fixedUpstream({
      currencies: [found('uni-two', 'UNI', 0), found('unibot-x', 'UNIBOT', 900), found('uni-one', 'uni', 30)],
    })
    expect((await adapterOf(coinpaprikaSource, here, parts).namesakes.get('UNI')).value.map(({ id, rank }) => [id, rank])).toEqual([
      ['uni-one', 30],
      ['uni-two', null],
    ])
  })

  test('a list of two megabytes is read in many slices, and invalid rows are skipped', async () => {
    const rows = Array.from({ length: 2_600 }, (_, index) => ({
      ...bitcoin,
      id: `x-${index}`,
      rank: 2_600 - index,
      filler: 'x'.repeat(500),
    }))
    const { parts, at: here } = fixedUpstream([...rows, { id: 'broken' }, null])
    let turns = 0
    const timers = { ...parts.timers, soon: (run: () => void) => (turns++, parts.timers.soon(run)) }
    const { value } = await adapterOf(coinpaprikaSource, here, { ...parts, timers }).markets.get('')
    expect([value.length, value[0]?.id, turns > 20]).toEqual([2_600, 'x-2599', true])
  })

  test('a coin of the list that was renewed last year is without a price', async () => {
    const { parts, at: here } = fixedUpstream([bitcoin, { ...bitcoin, id: 'old-coin', rank: 2, last_updated: '2025-10-05T21:34:30Z' }])
    const { value } = await adapterOf(coinpaprikaSource, here, parts).markets.get('')
    expect(value.map(({ id, price }) => [id, price])).toEqual([
      ['btc-bitcoin', 85_843.1],
      ['old-coin', null],
    ])
  })

  test('a list with mostly invalid rows is refused, and so is a missing one', async () => {
    for (const body of [[bitcoin, {}, {}], [], {}, { rows: [bitcoin] }, 'x']) {
      const { parts, at: here } = fixedUpstream(body)
      await expect(adapterOf(coinpaprikaSource, here, parts).markets.get(''), JSON.stringify(body)).rejects.toMatchObject({
        code: /^garbage/,
      })
    }
  })
})

describe('CoinGecko', () => {
  const row = (id: string, symbol: string, rank: number | null) => ({
    id,
    symbol,
    name: id,
    current_price: 2,
    market_cap: 10,
    market_cap_rank: rank,
    total_volume: 5,
    last_updated: '2026-10-05T21:34:30.500Z',
  })

  test('all coins of a ticker, the best-ranked first, and their markets are cached', async () => {
    const { parts, at: here, asked } = fixedUpstream([row('big', 'uni', null), row('uniswap', 'uni', 30), row('unicorn', 'uni', 900)])
    const { namesakes, market } = adapterOf(coingeckoSource, { ...here }, parts)
    expect((await namesakes.get('UNI')).value.map(({ id }) => id)).toEqual(['uniswap', 'unicorn', 'big'])
    expect((await market.get('unicorn')).value).toMatchObject({ price: 2, rank: 900 })
    expect(asked).toEqual([expect.stringContaining('/coins/markets?vs_currency=usd&symbols=uni&include_tokens=all&')])
  })

  test('after a full page the missing tickers are requested again', async () => {
    const { parts, at: here, asked } = fixedUpstream(Array.from({ length: 250 }, (_, index) => row(`a-${index}`, 'aaa', index + 1)))
    const { namesakes } = adapterOf(coingeckoSource, { ...here }, parts)
    const [many, none] = await Promise.all([namesakes.get('AAA'), namesakes.get('BBB')])
    expect([many.value.length, none.value.length]).toEqual([250, 0])
    expect(asked.map((url) => /symbols=([^&]+)/.exec(url)?.[1])).toEqual(['aaa%2Cbbb', 'bbb'])
  })

  test('trending coins, from numbers and never from formatted text', async () => {
    const item = {
      id: 'turbo',
      coin_id: 1,
      name: 'Turbo',
      symbol: 'turbo',
      market_cap_rank: 210,
      thumb: 'https://x/y.png',
      slug: 'turbo',
      price_btc: 1e-8,
      score: 0,
      data: { price: 0.0034, price_change_percentage_24h: { btc: 1, usd: 41.5 }, market_cap: '$235,000,000', total_volume: '$96,000,000' },
    }
    const textual = { ...item, id: 'old', data: { price: '$0.0012', price_change_percentage_24h: { usd: 2 } } }
    const { parts, at: here } = fixedUpstream({ coins: [{ item }, { item: textual }, {}], nfts: [], categories: [] })
    expect((await adapterOf(coingeckoSource, { ...here }, parts).trending.get('')).value).toEqual([
      { id: 'turbo', ticker: 'TURBO', name: 'Turbo', rank: 210, price: 0.0034, change24h: 41.5 },
      { id: 'old', ticker: 'TURBO', name: 'Turbo', rank: 210, price: null, change24h: 2 },
    ])
  })
})
