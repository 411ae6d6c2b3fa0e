import { publisher } from '../../../src/goods/kit/http.ts'
import { metaOf } from '../../../src/goods/door.ts'

const venue = (id: string, name: string, url: string) => ({
  id,
  url,
  asOf: '2026-10-05T21:34:57.000Z',
  licence: `${name} market data terms`,
  attribution: `Market data: ${name}`,
  cache: 'miss' as const,
})

const books = [
  venue('kraken', 'Kraken', 'https://api.kraken.com/0/public/Depth?pair=USDCEUR&count=500'),
  venue('coinbase', 'Coinbase Exchange', 'https://api.exchange.coinbase.com/products/USDC-EUR/book?level=2'),
]

/** 100 USDC at 0.8906 with the default fees of 50 basis points and EUR 0.10. */
export const exampleEstimate = {
  success: true,
  data: {
    usdcAmount: '100000000',
    usdcAmountFormatted: '100',
    eurRate: 0.8906,
    svcFeeBps: 50,
    svcFixedFeeEur: '0.10',
    svcFeeUsdc: '0.617562',
    svcFeeEur: '0.55',
    grossEurAmount: '89.06',
    netEurAmount: '88.51',
    estimatedSepaTime: 'under 10 seconds (SEPA Instant)',
    indicative: true as const,
    midRate: '0.89065',
    totalCostBps: 62.32,
    depth: 'covered' as const,
    coveredUsdc: '100',
    spreadBps: 1.12,
    venues: [
      { id: 'kraken', bid: '0.8906', ask: '0.8907', rate: '0.8906', coveredUsdc: '100' },
      { id: 'coinbase', bid: '0.8906', ask: '0.8907', rate: '0.8906', coveredUsdc: '100' },
    ],
    ecbReference: { date: '2026-10-05', usdPerEur: '1.1225' },
    rateLockValidUntil: null,
    simulated: false,
    observedAt: '2026-10-05T21:34:57.000Z',
  },
  timestamp: '2026-10-05T21:34:58.120Z',
  meta: metaOf({
    stamps: [
      ...books,
      {
        id: 'ecb',
        standing: publisher('ecb'),
        url: 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml',
        asOf: '2026-10-05T14:00:00.000Z',
        licence: 'Free reuse with citation of the source',
        attribution: 'Source: European Central Bank, euro foreign exchange reference rates',
        cache: 'hit',
      },
    ],
    agreeing: [books],
    simulated: false,
  }),
}
