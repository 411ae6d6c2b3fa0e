import { metaOf } from '../../../src/goods/door.ts'

/** A worked example of candles, in the figures of a day in 2026. */
export const ohlcvExample = {
  path: { symbol: 'BTC' },
  query: { interval: '1h', limit: '2' },
  answer: {
    symbol: 'BTC',
    interval: '1h',
    venue: 'coinbase',
    market: 'BTC-USD',
    quote: 'USD',
    convertedBy: [],
    candles: [
      {
        startsAt: '2026-10-05T20:00:00.000Z',
        open: '85790.12',
        high: '85951.4',
        low: '85702.33',
        close: '85866.18',
        volume: '412.80519372',
        closed: true,
      },
      {
        startsAt: '2026-10-05T21:00:00.000Z',
        open: '85866.19',
        high: '85899',
        low: '85811.05',
        close: '85843.27',
        volume: '188.00412905',
        closed: false,
      },
    ],
    gaps: [],
    coverage: null,
    nextFrom: null,
    timestamp: '2026-10-05T21:34:58.120Z',
    meta: metaOf({
      stamps: [
        {
          id: 'coinbase',
          url: 'https://api.exchange.coinbase.com/products/BTC-USD/candles?granularity=3600',
          asOf: '2026-10-05T21:34:40.003Z',
          licence: 'Coinbase Exchange market data terms',
          attribution: 'Market data: Coinbase Exchange',
          cache: 'hit',
        },
      ],
      simulated: false,
    }),
  },
}
