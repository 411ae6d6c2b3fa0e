import { describe, expect, test } from 'vitest'
import type { HttpClient } from '../net/http-client.ts'
import { UpstreamRejected } from '../net/upstream-errors.ts'
import { systemRandom, systemTimers } from '../ops/system.ts'
import { silentLog } from '../shared/log.ts'
import { silentMetrics } from '../shared/metrics.ts'
import { createBinance } from './binance.ts'
import { createCoinbase } from './coinbase.ts'
import { createCoinGecko } from './coingecko.ts'
import { createCoinPaprika } from './coinpaprika.ts'
import { defaultLimits } from './create-source.ts'
import { createDefillamaCoins } from './defillama-coins.ts'
import { createKraken } from './kraken.ts'

/** An upstream that always answers with this, and what it was asked. */
function answering(body: unknown, status = 200) {
  const asked: string[] = []
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
  const http: HttpClient = {
    async send(url, { alsoAccept = [] }) {
      asked.push(url)
      if (status !== 200 && !alsoAccept.includes(status)) throw new UpstreamRejected(status)
      return { status, header: () => null, list: () => null, body: bytes, chunks: [bytes] }
    },
    close: async () => {},
  }
  const clock = { now: () => Date.parse('2026-10-05T21:35:00Z') }
  const limits = { ...defaultLimits, attempts: { retries: 0, backoffMs: 1 } }
  const parts = {
    http,
    clock,
    timers: systemTimers,
    random: systemRandom,
    log: silentLog,
    metrics: silentMetrics,
    simulated: false,
    limits,
  }
  return { parts, asked, at: { baseUrl: 'https://upstream', enabled: true } }
}

const at = (text: string) => Date.parse(text) / 1000

describe('Coinbase Exchange candles', () => {
  test('come newest first as low, high, open, close', async () => {
    const {
      parts,
      at: here,
      asked,
    } = answering([
      [at('2026-10-05T21:00:00Z'), 85811.05, 85899, 85866.19, 85843.27, 188.00412905],
      [at('2026-10-05T19:00:00Z'), 85702.33, 85951.4, 85790.12, 85866.18, 412.80519372],
    ])
    const page = await createCoinbase(here, parts).candles.get('BTC-USD|3600|latest')
    expect(page.value?.candles).toMatchObject([
      { time: at('2026-10-05T19:00:00Z'), close: '85866.18', volume: '412.80519372' },
      {
        time: at('2026-10-05T21:00:00Z'),
        open: '85866.19',
        high: '85899',
        low: '85811.05',
      },
    ])
    expect(asked).toEqual(['https://upstream/products/BTC-USD/candles?granularity=3600'])
  })

  test('of a page are asked for by its first and last', async () => {
    const { parts, at: here, asked } = answering([])
    await createCoinbase(here, parts).candles.get(`BTC-USD|3600|${at('2026-01-01T00:00:00Z')}`)
    expect(asked[0]).toMatch(/granularity=3600&start=2026-01-01T00:00:00.000Z&end=2026-01-13T11:00:00.000Z$/)
  })

  test('of an unknown product, and too many requests', async () => {
    const unknown = answering({ message: 'NotFound' }, 404)
    expect((await createCoinbase(unknown.at, unknown.parts).candles.get('NO-USD|60|latest')).value).toBeNull()
    const busy = answering({ message: 'Public rate limit exceeded' }, 429)
    await expect(createCoinbase(busy.at, busy.parts).candles.get('BTC-USD|60|latest')).rejects.toMatchObject({ code: 'rejected_429' })
  })
})

describe('Kraken candles', () => {
  test('stand under its own name of the pair, in decimal strings', async () => {
    const row = [at('2026-10-05T21:00:00Z'), '85866.1', '85899.0', '85811.0', '85843.2', '85850.1', '188.00412905', 1234]
    const { parts, at: here, asked } = answering({ error: [], result: { XXBTZUSD: [row], last: row[0] } })
    const page = await createKraken(here, parts).candles.get('XBTUSD|3600|latest')
    expect(page.value?.candles).toEqual([
      {
        time: row[0],
        open: '85866.1',
        high: '85899',
        low: '85811',
        close: '85843.2',
        volume: '188.00412905',
      },
    ])
    expect(asked).toEqual(['https://upstream/0/public/OHLC?pair=XBTUSD&interval=60'])
  })

  test.each([
    ['EGeneral:Too many requests', 'rejected_429'],
    ['EService:Unavailable', 'rejected_503'],
    ['EGeneral:Internal error', 'rejected_500'],
    ['EGeneral:Invalid arguments', 'rejected_400'],
  ])('fail with status 200 and %s', async (error, code) => {
    const { parts, at: here } = answering({ error: [error] })
    await expect(createKraken(here, parts).candles.get('XBTUSD|60|latest')).rejects.toMatchObject({ code })
  })

  test('of an unknown pair are none', async () => {
    const { parts, at: here } = answering({ error: ['EQuery:Unknown asset pair'] })
    expect((await createKraken(here, parts).candles.get('NOUSD|60|latest')).value).toBeNull()
  })
})

describe('Binance candles', () => {
  const opened = Date.parse('2026-10-05T21:00:00Z')
  const row = [
    opened,
    '85866.10',
    '85899.00',
    '85811.00',
    '85843.20',
    '188.00412',
    opened + 3_599_999,
    '16139000.1',
    1234,
    '90.1',
    '7735000.2',
    '0',
  ]

  test('come in milliseconds and decimal strings', async () => {
    const { parts, at: here, asked } = answering([row])
    const page = await createBinance(here, parts).candles.get(`BTCUSDT|3600|${at('2026-10-01T00:00:00Z')}`)
    expect(page.value?.candles).toMatchObject([{ time: opened / 1000, close: '85843.2' }])
    expect(asked).toEqual([
      `https://upstream/api/v3/klines?symbol=BTCUSDT&interval=1h&limit=1000&startTime=${Date.parse('2026-10-01T00:00:00Z')}&endTime=${Date.parse('2026-11-11T16:00:00Z') - 1}`,
    ])
  })

  test('of an unknown symbol are none; other refusals are failures', async () => {
    const unknown = answering({ code: -1121, msg: 'Invalid symbol.' }, 400)
    expect((await createBinance(unknown.at, unknown.parts).candles.get('NOUSDT|60|latest')).value).toBeNull()
    const wrong = answering({ code: -1100, msg: 'Illegal characters found in a parameter.' }, 400)
    await expect(createBinance(wrong.at, wrong.parts).candles.get('X|60|latest')).rejects.toMatchObject({ code: 'rejected_400' })
    for (const status of [418, 429, 451]) {
      const refused = answering('', status)
      await expect(createBinance(refused.at, refused.parts).candles.get('X|60|latest')).rejects.toMatchObject({
        code: `rejected_${status}`,
      })
    }
  })
})

describe('DefiLlama', () => {
  test('prices as recorded', async () => {
    const {
      parts,
      at: here,
      asked,
    } = answering({
      coins: { 'coingecko:bitcoin': { price: 85843.26, symbol: 'BTC', timestamp: 1791192890, confidence: 0.99 } },
    })
    const { price } = createDefillamaCoins(here, parts)
    const [known, unknown] = await Promise.all([price.get('bitcoin'), price.get('no-such-coin')])
    expect(known).toMatchObject({
      value: { ticker: 'BTC', price: 85_843.26, at: 1_791_192_890_000 },
      source: { asOf: '2026-10-05T09:34:50.000Z' },
    })
    expect(unknown.value).toBeNull()
    expect(asked).toEqual(['https://upstream/prices/current/coingecko:bitcoin,coingecko:no-such-coin'])
  })

  test('a price of which it is not sure is none', async () => {
    const { parts, at: here } = answering({
      coins: { 'coingecko:dust': { price: 3, symbol: 'DUST', timestamp: 1791192890, confidence: 0.4 } },
    })
    expect((await createDefillamaCoins(here, parts).price.get('dust')).value).toBeNull()
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
    const { parts, at: here, asked } = answering(bitcoin)
    expect((await createCoinPaprika(here, parts).market.get('btc-bitcoin')).value).toEqual({
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

  test('zeros for what it does not know are nothing', async () => {
    const { parts, at: here } = answering({ ...bitcoin, rank: 0, quotes: { USD: { price: 0, volume_24h: 5, market_cap: 0 } } })
    expect((await createCoinPaprika(here, parts).market.get('x-x')).value).toMatchObject({
      price: null,
      marketCap: null,
      rank: null,
      change24h: null,
    })
  })

  test('an unknown id', async () => {
    const { parts, at: here } = answering({ error: 'id not found' }, 404)
    expect((await createCoinPaprika(here, parts).market.get('no-such')).value).toBeNull()
  })

  test('a search gives the coins of exactly that ticker, the best-ranked first', async () => {
    const found = (id: string, symbol: string, rank: number) => ({
      id,
      name: id,
      symbol,
      rank,
      is_new: false,
      is_active: true,
      type: 'token',
    })
    const { parts, at: here } = answering({
      currencies: [found('uni-two', 'UNI', 0), found('unibot-x', 'UNIBOT', 900), found('uni-one', 'uni', 30)],
    })
    expect((await createCoinPaprika(here, parts).namesakes.get('UNI')).value.map(({ id, rank }) => [id, rank])).toEqual([
      ['uni-one', 30],
      ['uni-two', null],
    ])
  })

  test('a list of two megabytes is read in many turns, and rows that can’t be read are left out', async () => {
    const rows = Array.from({ length: 2_600 }, (_, index) => ({
      ...bitcoin,
      id: `x-${index}`,
      rank: 2_600 - index,
      filler: 'x'.repeat(500),
    }))
    const { parts, at: here } = answering([...rows, { id: 'broken' }, null])
    let turns = 0
    const timers = { ...parts.timers, soon: (run: () => void) => (turns++, parts.timers.soon(run)) }
    const { value } = await createCoinPaprika(here, { ...parts, timers }).markets.get('')
    expect([value.length, value[0]?.id, turns > 20]).toEqual([2_600, 'x-2599', true])
  })

  test('a list of which most can’t be read is garbage, and so is none', async () => {
    for (const body of [[bitcoin, {}, {}], [], {}, { rows: [bitcoin] }, 'x']) {
      const { parts, at: here } = answering(body)
      await expect(createCoinPaprika(here, parts).markets.get(''), JSON.stringify(body)).rejects.toMatchObject({ code: /^garbage/ })
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
  })

  test('all coins of a ticker, the best-ranked first, and their markets are in hand', async () => {
    const { parts, at: here, asked } = answering([row('big', 'uni', null), row('uniswap', 'uni', 30), row('unicorn', 'uni', 900)])
    const { namesakes, market } = createCoinGecko({ ...here, keys: {} }, parts)
    expect((await namesakes.get('UNI')).value.map(({ id }) => id)).toEqual(['uniswap', 'unicorn', 'big'])
    expect((await market.get('unicorn')).value).toMatchObject({ price: 2, rank: 900 })
    expect(asked).toEqual([expect.stringContaining('/coins/markets?vs_currency=usd&symbols=uni&include_tokens=all&')])
  })

  test('a full page is asked for again without the tickers that it had', async () => {
    const { parts, at: here, asked } = answering(Array.from({ length: 250 }, (_, index) => row(`a-${index}`, 'aaa', index + 1)))
    const { namesakes } = createCoinGecko({ ...here, keys: {} }, parts)
    const [many, none] = await Promise.all([namesakes.get('AAA'), namesakes.get('BBB')])
    expect([many.value.length, none.value.length]).toEqual([250, 0])
    expect(asked.map((url) => /symbols=([^&]+)/.exec(url)?.[1])).toEqual(['aaa%2Cbbb', 'bbb'])
  })

  test('what people search for, by number and never by formatted text', async () => {
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
    const { parts, at: here } = answering({ coins: [{ item }, { item: textual }, {}], nfts: [], categories: [] })
    expect((await createCoinGecko({ ...here, keys: {} }, parts).trending.get('')).value).toEqual([
      { id: 'turbo', ticker: 'TURBO', name: 'Turbo', rank: 210, price: 0.0034, change24h: 41.5 },
      { id: 'old', ticker: 'TURBO', name: 'Turbo', rank: 210, price: null, change24h: 2 },
    ])
  })
})
