import { adapterOf } from '../../../src/sources/declared.fixture.ts'
import { describe, expect, test } from 'vitest'
import { fixedUpstream } from '../../../src/sources/policy/fixed-upstream.fixture.ts'
import { binance as binanceSource } from '../sources/binance.ts'
import { coinbase as coinbaseSource } from '../sources/coinbase.ts'
import { kraken as krakenSource } from '../sources/kraken.ts'

const at = (text: string) => Date.parse(text) / 1000

describe('Coinbase Exchange candles', () => {
  test('arrive newest first as low, high, open, close', async () => {
    const {
      parts,
      at: here,
      asked,
    } = fixedUpstream([
      [at('2026-10-05T21:00:00Z'), 85811.05, 85899, 85866.19, 85843.27, 188.00412905],
      [at('2026-10-05T19:00:00Z'), 85702.33, 85951.4, 85790.12, 85866.18, 412.80519372],
    ])
    const page = await adapterOf(coinbaseSource, here, parts).candles.get('BTC-USD|3600|latest')
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

  test('of a page are requested by its first and last', async () => {
    const { parts, at: here, asked } = fixedUpstream([])
    await adapterOf(coinbaseSource, here, parts).candles.get(`BTC-USD|3600|${at('2026-01-01T00:00:00Z')}`)
    expect(asked[0]).toMatch(/granularity=3600&start=2026-01-01T00:00:00.000Z&end=2026-01-13T11:00:00.000Z$/)
  })

  test('of an unknown product, and too many requests', async () => {
    const unknown = fixedUpstream({ message: 'NotFound' }, 404)
    expect((await adapterOf(coinbaseSource, unknown.at, unknown.parts).candles.get('NO-USD|60|latest')).value).toBeNull()
    const busy = fixedUpstream({ message: 'Public rate limit exceeded' }, 429)
    await expect(adapterOf(coinbaseSource, busy.at, busy.parts).candles.get('BTC-USD|60|latest')).rejects.toMatchObject({
      code: 'rejected_429',
    })
  })
})

describe('Kraken candles', () => {
  test('are under its own name of the pair, in decimal strings', async () => {
    const row = [at('2026-10-05T21:00:00Z'), '85866.1', '85899.0', '85811.0', '85843.2', '85850.1', '188.00412905', 1234]
    const { parts, at: here, asked } = fixedUpstream({ error: [], result: { XXBTZUSD: [row], last: row[0] } })
    const page = await adapterOf(krakenSource, here, parts).candles.get('XBTUSD|3600|latest')
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
    const { parts, at: here } = fixedUpstream({ error: [error] })
    await expect(adapterOf(krakenSource, here, parts).candles.get('XBTUSD|60|latest')).rejects.toMatchObject({ code })
  })

  test('of an unknown pair are null', async () => {
    const { parts, at: here } = fixedUpstream({ error: ['EQuery:Unknown asset pair'] })
    expect((await adapterOf(krakenSource, here, parts).candles.get('NOUSD|60|latest')).value).toBeNull()
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

  test('arrive in milliseconds and decimal strings', async () => {
    const { parts, at: here, asked } = fixedUpstream([row])
    const page = await adapterOf(binanceSource, here, parts).candles.get(`BTCUSDT|3600|${at('2026-10-01T00:00:00Z')}`)
    expect(page.value?.candles).toMatchObject([{ time: opened / 1000, close: '85843.2' }])
    expect(asked).toEqual([
      `https://upstream/api/v3/klines?symbol=BTCUSDT&interval=1h&limit=1000&startTime=${Date.parse('2026-10-01T00:00:00Z')}&endTime=${Date.parse('2026-11-11T16:00:00Z') - 1}`,
    ])
  })

  test('of an unknown symbol are null; other refusals are failures', async () => {
    const unknown = fixedUpstream({ code: -1121, msg: 'Invalid symbol.' }, 400)
    expect((await adapterOf(binanceSource, unknown.at, unknown.parts).candles.get('NOUSDT|60|latest')).value).toBeNull()
    const wrong = fixedUpstream({ code: -1100, msg: 'Illegal characters found in a parameter.' }, 400)
    await expect(adapterOf(binanceSource, wrong.at, wrong.parts).candles.get('X|60|latest')).rejects.toMatchObject({ code: 'rejected_400' })
    for (const status of [418, 429, 451]) {
      const refused = fixedUpstream('', status)
      await expect(adapterOf(binanceSource, refused.at, refused.parts).candles.get('X|60|latest')).rejects.toMatchObject({
        code: `rejected_${status}`,
      })
    }
  })
})
