import { z } from 'zod'
import { answer, free, offer } from '../../offer.ts'
import { availabilityOf } from '../../sources/availability.ts'
import type { SimplePrices } from '../../sources/coingecko-rows.ts'
import type { ReferenceRates } from '../../sources/ecb.ts'
import { answerMeta, metaOf } from '../../sources/meta.ts'
import { upstreamProblem } from '../../sources/upstream-problem.ts'

const coins: Readonly<Record<string, string>> = {
  BTC: 'bitcoin',
  ETH: 'ethereum',
  SOL: 'solana',
  XRP: 'ripple',
  BNB: 'binancecoin',
  ADA: 'cardano',
  DOGE: 'dogecoin',
  AVAX: 'avalanche-2',
  LINK: 'chainlink',
  POL: 'polygon-ecosystem-token',
  USDC: 'usd-coin',
  USDT: 'tether',
  EURC: 'euro-coin',
}
const coinIds = Object.values(coins).toSorted().join(',')

const coinRate = z.object({ usd: z.number().nullable(), eur: z.number().nullable(), asOf: z.string().nullable(), source: z.string() })
const currencyRate = z.object({
  perEur: z.number().describe('units of the currency for 1 EUR'),
  asOf: z.string().describe('business day of the rate'),
  source: z.string(),
})

const marketRatesAnswer = z.object({
  rates: z.object({
    crypto: z.record(z.string(), coinRate).describe('by ticker'),
    fx: z.record(z.string(), currencyRate).describe('ECB reference rates by ISO 4217 code'),
  }),
  timestamp: z.string(),
  simulated: z.boolean().optional(),
  meta: answerMeta,
})

/** Crypto and FX rates in one answer, each with its own `asOf`. What can't be had is missing and named, the rest still answers. */
export const marketRates = offer({
  id: 'market-rates',
  route: 'GET /v2/x402/market/rates',
  access: free,
  title: 'Crypto and FX rates',
  purpose: 'Current prices of the main coins in USD and EUR, and the euro reference rates of the European Central Bank.',
  answer: marketRatesAnswer,
  example: {
    answer: {
      rates: {
        crypto: {
          BTC: { usd: 85843, eur: 76475, asOf: '2026-10-05T21:34:50.000Z', source: 'coingecko' },
          USDC: { usd: 0.9998, eur: 0.8907, asOf: '2026-10-05T21:34:41.000Z', source: 'coingecko' },
        },
        fx: {
          USD: { perEur: 1.1225, asOf: '2026-10-05', source: 'ecb' },
          GBP: { perEur: 0.8701, asOf: '2026-10-05', source: 'ecb' },
        },
      },
      timestamp: '2026-10-05T21:34:58.120Z',
      meta: {
        sources: [
          {
            id: 'ecb',
            url: 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml',
            asOf: '2026-10-05T14:00:00.000Z',
            licence: 'Free reuse with citation of the source',
            attribution: 'Source: European Central Bank, euro foreign exchange reference rates',
            cache: 'hit',
          },
        ],
        degraded: false,
        missing: [],
        simulated: false,
      },
    },
  },
  available: ({ sources: { ecb, coingecko } }) =>
    availabilityOf([
      { source: ecb.source, feeds: [ecb.daily] },
      { source: coingecko.source, feeds: [coingecko.prices] },
    ]),
  async run(_, { sources, clock, signal }) {
    const [crypto, fx] = await Promise.all([
      sources.coingecko.prices.get(coinIds, { signal }).catch(() => null),
      sources.ecb.daily.get('', { signal }).catch(() => null),
    ])
    if (!crypto && !fx) throw upstreamProblem('Neither crypto nor FX rates can be had at present.')
    const coinRates = crypto ? cryptoRates(crypto.value) : {}
    const missing = [...(crypto ? missingCoins(coinRates) : ['rates.crypto']), ...(fx ? [] : ['rates.fx'])]
    return answer({
      rates: { crypto: coinRates, fx: fx ? fxRates(fx.value) : {} },
      timestamp: new Date(clock.now()).toISOString(),
      ...(sources.simulated ? { simulated: true } : {}),
      meta: metaOf({ stamps: [crypto, fx].flatMap((one) => (one ? [one.source] : [])), missing, simulated: sources.simulated }),
    })
  },
})

type CoinRates = Record<string, z.output<typeof coinRate>>

function cryptoRates(prices: SimplePrices): CoinRates {
  return Object.fromEntries(
    Object.entries(coins).map(([ticker, id]) => {
      const price = prices[id]
      const asOf = price?.at ? new Date(price.at).toISOString() : null
      return [ticker, { usd: price?.usd ?? null, eur: price?.eur ?? null, asOf, source: 'coingecko' }]
    }),
  )
}

function missingCoins(rates: CoinRates): string[] {
  return Object.entries(rates).flatMap(([ticker, rate]) =>
    (['usd', 'eur'] as const).flatMap((currency) => (rate[currency] === null ? [`rates.crypto.${ticker}.${currency}`] : [])),
  )
}

function fxRates({ date, perEur }: ReferenceRates): Record<string, z.output<typeof currencyRate>> {
  return Object.fromEntries(Object.entries(perEur).map(([code, rate]) => [code, { perEur: Number(rate), asOf: date, source: 'ecb' }]))
}
