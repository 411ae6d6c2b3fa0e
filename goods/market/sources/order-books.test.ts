import { adapterOf } from '../../../src/sources/declared.fixture.ts'
import { describe, expect, test } from 'vitest'
import { sellInto } from '../offramp/sell-into-books.ts'
import { parseUnits } from '../../../src/shared/money.ts'
import { maxLevels } from '../coins/depth-feed.ts'
import { fixedUpstream } from '../../../src/sources/policy/fixed-upstream.fixture.ts'
import { bitstamp as bitstampSource } from './bitstamp.ts'
import { bitvavo as bitvavoSource } from './bitvavo.ts'
import { coinbase as coinbaseSource } from './coinbase.ts'
import { kraken as krakenSource } from './kraken.ts'

/** Each venue's answer in its own form, all with the bids 0.8906 for 1000, 0.8904 for 3000 and 0.89 for 6000. */
const venues = {
  kraken: {
    body: {
      error: [],
      result: {
        USDCEUR: {
          asks: [['0.8908', '12.500', 1_759_699_000]],
          bids: [
            ['0.8906', '0.000', 1_759_699_001],
            ['0.8906', '1000.000', 1_759_699_002],
            ['0.8904', '3000.000', 1_759_699_003],
            ['0.8900', '6000.000', 1_759_699_004],
          ],
        },
      },
    },
    ask: (up: ReturnType<typeof fixedUpstream>) => adapterOf(krakenSource, up.at, up.parts).depth.get('USDCEUR'),
    path: '/0/public/Depth?pair=USDCEUR&count=500',
    at: null,
  },
  coinbase: {
    body: {
      bids: [
        ['0.8906', '1000', 3],
        ['0.8904', '3000', 1],
        ['0.89', '6000', 12],
      ],
      asks: [['0.8908', '12.5', 1]],
      sequence: 13_051_505_638,
      auction_mode: false,
      auction: null,
      time: '2026-10-05T21:34:59.5Z',
    },
    ask: (up: ReturnType<typeof fixedUpstream>) => adapterOf(coinbaseSource, up.at, up.parts).depth.get('USDC-EUR'),
    path: '/products/USDC-EUR/book?level=2',
    at: Date.parse('2026-10-05T21:34:59.5Z'),
  },
  bitstamp: {
    body: {
      timestamp: '1791236099',
      microtimestamp: '1791236099123456',
      bids: [
        ['0.89060', '1000.00000'],
        ['0.89040', '3000.00000'],
        ['0.89000', '6000.00000'],
      ],
      asks: [['0.89080', '12.50000']],
    },
    ask: (up: ReturnType<typeof fixedUpstream>) => adapterOf(bitstampSource, up.at, up.parts).depth.get('usdceur'),
    path: '/api/v2/order_book/usdceur/',
    at: 1_791_236_099_000,
  },
  bitvavo: {
    body: {
      market: 'USDC-EUR',
      nonce: 438_524,
      bids: [
        ['0.8906', '1000'],
        ['0.8904', '3000'],
        ['0.89', '6000'],
      ],
      asks: [['0.8908', '12.5']],
    },
    ask: (up: ReturnType<typeof fixedUpstream>) => adapterOf(bitvavoSource, up.at, up.parts).depth.get('USDC-EUR'),
    path: '/v2/USDC-EUR/book?depth=1000',
    at: null,
  },
} as const
const names = Object.keys(venues) as (keyof typeof venues)[]

/** The same body with other sides, wherever the venue has them. */
function withSides(name: keyof typeof venues, sides: { bids?: unknown; asks?: unknown }): unknown {
  const { body } = venues[name]
  return 'result' in body ? { ...body, result: { USDCEUR: { ...body.result.USDCEUR, ...sides } } } : { ...body, ...sides }
}

describe.each(names)('the order book of %s', (name) => {
  const { body, ask, path, at } = venues[name]

  test('has its levels, best first, and what 5000 USDC would get', async () => {
    const upstream = fixedUpstream(body)
    const { value } = await ask(upstream)
    expect(upstream.asked).toEqual([`https://upstream${path}`])
    expect(value?.at).toBe(at)
    expect([value?.bid, value?.ask].map(Number)).toEqual([0.8906, 0.8908])
    expect(value?.bids.map(({ price, size }) => [price, size])).toEqual([
      [parseUnits('0.8906', 18), parseUnits('1000', 18)],
      [parseUnits('0.8904', 18), parseUnits('3000', 18)],
      [parseUnits('0.89', 18), parseUnits('6000', 18)],
    ])
    // 890.6 + 2671.2 + 890 = 4451.8 EUR.
    expect(sellInto(value?.bids ?? [], 5_000_000_000n)).toEqual({ covered: 5_000_000_000n, rate: 89_036_000n })
  })

  test.each<[string, { bids?: unknown; asks?: unknown }]>([
    ['a price that is no number', { bids: [['NaN', '1', 1]] }],
    ['a negative size', { bids: [['0.89', '-1', 1]] }],
    ['a size with an exponent', { bids: [['0.89', '1e9', 1]] }],
    ['numbers in place of texts', { bids: [[0.89, 1000, 1]] }],
    [
      'bids that are not sorted',
      {
        bids: [
          ['0.89', '1', 1],
          ['0.8906', '1', 1],
        ],
      },
    ],
    [
      'asks that are not sorted',
      {
        asks: [
          ['0.8909', '1', 1],
          ['0.8907', '1', 1],
        ],
      },
    ],
    ['a bid above the best ask', { bids: [['0.9', '1', 1]] }],
    ['more rows than any market has', { bids: Array.from({ length: 20_001 }, () => ['0.89', '1', 1]) }],
    ['a side that is no list', { asks: { '0.8908': '1' } }],
  ])('with %s is refused', async (_, sides) => {
    await expect(ask(fixedUpstream(withSides(name, sides)))).rejects.toMatchObject({ code: 'garbage_wrong_shape' })
  })

  test('with nothing on one side is none', async () => {
    expect((await ask(fixedUpstream(withSides(name, { bids: [] })))).value).toBeNull()
  })

  test('is read up to a limit', async () => {
    const bids = Array.from({ length: 5_000 }, () => ['0.89', '1', 1])
    expect((await ask(fixedUpstream(withSides(name, { bids })))).value?.bids).toHaveLength(maxLevels)
  })

  test('of several megabytes is refused before it is parsed', async () => {
    const upstream = fixedUpstream(body)
    const limits: (number | undefined)[] = []
    const http = {
      ...upstream.parts.http,
      send: (url: string, request: { maxBytes?: number }) => {
        limits.push(request.maxBytes)
        return upstream.parts.http.send(url, request as never)
      },
    }
    await ask({ ...upstream, parts: { ...upstream.parts, http } })
    expect(limits).toEqual([2_000_000])
  })
})

test('Coinbase: an auction shows no orders that can be taken', async () => {
  const upstream = fixedUpstream({ ...venues.coinbase.body, auction_mode: true })
  expect((await venues.coinbase.ask(upstream)).value).toBeNull()
})

test('Bitvavo: the order book of another market is refused', async () => {
  const upstream = fixedUpstream({ ...venues.bitvavo.body, market: 'USDT-EUR' })
  await expect(venues.bitvavo.ask(upstream)).rejects.toMatchObject({ code: 'garbage_wrong_shape' })
})

/** The first rows of answers that others published, of markets besides USDC/EUR. What a sale gets was worked out by hand. */
describe('recorded order books', () => {
  test('Kraken, 2022-06-04: 3.5 of XBT', async () => {
    const rows = {
      asks: [
        ['29727.10000', '0.420', 1_654_302_625],
        ['29728.30000', '5.047', 1_654_302_622],
      ],
      bids: [
        ['29727.00000', '3.127', 1_654_302_625],
        ['29725.10000', '0.085', 1_654_302_625],
        ['29725.00000', '0.586', 1_654_302_613],
      ],
    }
    const { at, parts } = fixedUpstream({ error: [], result: { XXBTZUSD: rows } })
    const { value } = await adapterOf(krakenSource, at, parts).depth.get('XBTUSD')
    // 92956.329 + 2526.6335 + 8560.8 = 104043.7625.
    expect(sellInto(value?.bids ?? [], 3_500_000n).rate).toBe(2_972_678_928_571n)
    expect(sellInto(value?.bids ?? [], 3_800_000n)).toEqual({ covered: 3_798_000n, rate: null })
  })

  test('Coinbase: 10000 of a coin whose best bid takes 35', async () => {
    const { at, parts } = fixedUpstream({
      bids: [
        ['0.1135', '35', 1],
        ['0.1134', '20606.7', 5],
        ['0.1133', '41561.8', 8],
      ],
      asks: [
        ['0.1137', '10113.4', 4],
        ['0.1138', '49781.3', 6],
      ],
      sequence: 406_959_136,
      auction_mode: false,
      auction: null,
    })
    const { value } = await adapterOf(coinbaseSource, at, parts).depth.get('XLM-USD')
    // 3.9725 + 1130.031 = 1134.0035.
    expect(sellInto(value?.bids ?? [], 10_000_000_000n).rate).toBe(11_340_035n)
  })
})
