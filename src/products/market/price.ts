import { z } from 'zod'
import { answer, fixedPrice, offer } from '../../offer.ts'
import { Problem } from '../../shared/problems.ts'
import { availabilityOf } from '../../sources/availability.ts'
import { coinQuote } from '../../sources/coin-quote.ts'
import { answerMeta, metaOf } from '../../sources/meta.ts'
import { orUpstreamProblem } from '../../sources/upstream-problem.ts'

const marketPriceAnswer = z.object({
  success: z.boolean(),
  data: z.object({
    symbol: z.string(),
    id: z.string().describe('CoinGecko id of the coin'),
    currency: z.literal('USD'),
    price: z.number(),
    priceChange24h: z.number().nullable().describe('per cent'),
    marketCap: z.number().nullable(),
    volume24h: z.number().nullable().describe('all venues together'),
    lastUpdated: z.string(),
  }),
  timestamp: z.string(),
  simulated: z.boolean().optional(),
  meta: answerMeta,
})

/** Price of one coin. A number that its source lacks is null and named in `meta.missing`. */
export const marketPrice = offer({
  id: 'market-price',
  route: 'GET /v1/market/price/{symbol}',
  access: fixedPrice('0.0075'),
  title: 'Market price of a coin',
  purpose:
    'Price of a coin in USD with its 24 hour change, market capitalisation and volume. Takes a ticker (BTC) or a CoinGecko id (bitcoin).',
  path: z.object({
    symbol: z
      .string()
      .regex(
        /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
        'a ticker such as BTC or a CoinGecko id such as bitcoin: 1 to 64 letters, digits, ".", "_" and "-"',
      ),
  }),
  answer: marketPriceAnswer,
  example: {
    path: { symbol: 'BTC' },
    answer: {
      success: true,
      data: {
        symbol: 'BTC',
        id: 'bitcoin',
        currency: 'USD',
        price: 85843,
        priceChange24h: -0.7731,
        marketCap: 1712345678901,
        volume24h: 28456789012,
        lastUpdated: '2026-10-05T21:34:50.000Z',
      },
      timestamp: '2026-10-05T21:34:58.120Z',
      meta: {
        sources: [
          {
            id: 'coingecko',
            url: 'https://api.coingecko.com/api/v3/coins/markets?vs_currency=usd&ids=bitcoin&price_change_percentage=24h&per_page=250',
            asOf: '2026-10-05T21:34:50.000Z',
            licence: 'CoinGecko API terms',
            attribution: 'Data provided by CoinGecko (https://www.coingecko.com)',
            cache: 'miss',
          },
        ],
        degraded: false,
        missing: [],
        simulated: false,
      },
    },
  },
  available: ({ sources: { coingecko, coinbase, kraken, coinbaseSpot } }) =>
    availabilityOf([
      { source: coingecko.source, feeds: [coingecko.market] },
      { source: coinbase.source, feeds: [coinbase.price] },
      { source: kraken.source, feeds: [kraken.price] },
      { source: coinbaseSpot.source, feeds: [coinbaseSpot.price] },
    ]),
  async run({ path }, { sources, clock, signal }) {
    const quote = await coinQuote(sources, path.symbol, signal).catch(
      orUpstreamProblem('No source gives a price for this symbol at present.'),
    )
    if (!quote) throw new Problem('unknown_symbol', 'No coin goes by this symbol.', { field: 'path.symbol' })
    const { ticker, id, price, change24h, marketCap, volume24h, source, fallback } = quote
    const figures = { priceChange24h: change24h, marketCap, volume24h }
    const missing = Object.entries(figures).flatMap(([name, value]) => (value === null ? [name] : []))
    return answer({
      success: true,
      data: { symbol: ticker, id, currency: 'USD' as const, price, ...figures, lastUpdated: source.asOf },
      timestamp: new Date(clock.now()).toISOString(),
      ...(sources.simulated ? { simulated: true } : {}),
      meta: metaOf({ stamps: [source], missing, fallback, simulated: sources.simulated }),
    })
  },
})
