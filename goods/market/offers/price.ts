import { answer, answerMeta, anyOf, fixedPrice, metaOf, offer, orUpstreamProblem, z } from '../../../src/goods/door.ts'
import { basisPoints, count, foreignText, identifier, isoTime, networkId, ordinal, usdDecimal } from '../../../src/goods/kit/answers.ts'
import { plainDecimal, upstreamProblem } from '../../../src/goods/kit/http.ts'
import type { MarketParts } from '../market-sources.ts'
import { coinQuote, patienceMs, PricesDiffer } from '../coins/coin-quote.ts'
import type { CoinQuote } from '../coins/coin-quote.ts'
import { maxSpread } from '../coins/agree-prices.ts'
import { findCoin } from '../coins/find-coin.ts'
import { isMeant, readAskedCoin, unknownSymbol } from './asked-coin.ts'
import { coinFigures, coinPriceFacts, figuresOf } from './coin-answer.ts'
import { bitcoinFigures, coingeckoStamp } from './coin-example.ts'
import { coinSymbol } from './coin-symbol.ts'
import { marketProblems } from './market-problems.ts'

const maxNamesakes = 20

const marketPriceAnswer = z.object({
  success: z.boolean(),
  data: z.object({
    ...coinFigures,
    currency: z.literal('USD'),
    lastUpdated: isoTime,
    originCount: count.describe('Independent origins that agree on the price, which is their median'),
    spreadBps: basisPoints.nullable().describe('Between the highest and the lowest of them; null for one alone'),
    origins: z.array(
      z.object({
        source: identifier,
        network: networkId.nullable(),
        priceUsd: usdDecimal,
        depthUsd: usdDecimal.nullable().describe('Of a pool: the purchase that raises its price by 2 %'),
        agrees: z.boolean(),
      }),
    ),
    namesakes: z
      .array(
        z.object({
          coingeckoId: identifier.describe('To ask for this coin, send it in lower case'),
          name: foreignText,
          marketCapRank: ordinal.nullable(),
        }),
      )
      .nullable()
      .describe(`other coins of the same ticker, at most ${maxNamesakes}, by market rank; the one answered has the highest`),
  }),
  timestamp: isoTime,
  meta: answerMeta,
})

/** Price of one coin. A figure that its source lacks is null and named in `meta.missing`. */
export const marketPrice = ({ sources, simulated }: MarketParts) =>
  offer({
    id: 'market-price',
    route: 'GET /v1/market/price/{symbol}',
    access: fixedPrice('0.0075'),
    title: 'Market price of a coin',
    purpose:
      'Price of a coin in USD with its 24 hour change, market capitalisation and volume. Takes a ticker (BTC) or a CoinGecko id (bitcoin).',
    ...coinPriceFacts,
    path: z.object({ symbol: coinSymbol }),
    answer: marketPriceAnswer,
    problems: [marketProblems.unknownSymbol],
    brief: ['data.symbol', 'data.name', 'data.price', 'data.currency', 'data.priceChange24h', 'data.lastUpdated'],
    example: {
      path: { symbol: 'BTC' },
      answer: {
        success: true,
        data: {
          ...bitcoinFigures,
          currency: 'USD',
          lastUpdated: '2026-10-05T21:34:50.000Z',
          originCount: 1,
          spreadBps: null,
          origins: [{ source: 'coingecko', network: null, priceUsd: '85843', depthUsd: null, agrees: true }],
          namesakes: [],
        },
        timestamp: '2026-10-05T21:34:58.120Z',
        meta: metaOf({ stamps: [coingeckoStamp('bitcoin')], simulated: false }),
      },
    },
    needs: {
      sources: [
        anyOf({
          chainlink: ['price'],
          'uniswap-v3': ['prices'],
          coingecko: ['market'],
          coinbase: ['price'],
          kraken: ['price'],
          coinpaprika: ['market'],
          'defillama-coins': ['price'],
          'coinbase-spot': ['price'],
        }),
      ],
    },
    async run({ path }, { clock, signal }) {
      const asked = readAskedCoin(path.symbol, 'path.symbol')
      const coin = await findCoin(sources.coingecko, asked.text, { signal, waitMs: patienceMs })
      const quote = coin && isMeant(asked, coin) && (await coinQuote(sources, coin, signal).catch(asQuoteProblem))
      if (!quote) throw unknownSymbol(asked.hint, 'path.symbol')
      const { figures, missing } = figuresOf(quote)
      const namesakes =
        coin.namesakes?.slice(0, maxNamesakes).map(({ id, name, rank }) => ({ coingeckoId: id, name, marketCapRank: rank })) ?? null
      const agreeing = quote.prices.map(({ source }) => source)
      const figuresFrom = quote.figuresFrom && !agreeing.includes(quote.figuresFrom) ? [quote.figuresFrom] : []
      const stamps = [...agreeing, ...figuresFrom, ...(namesakes?.length && coin.namesakesFrom ? [coin.namesakesFrom] : [])]
      return answer({
        success: true,
        data: { ...figures, currency: 'USD' as const, lastUpdated: quote.source.asOf, ...originsOf(quote), namesakes },
        timestamp: new Date(clock.now()).toISOString(),
        meta: metaOf({
          stamps,
          agreeing: [agreeing],
          missing: [...missing, ...(namesakes ? [] : ['namesakes'])],
          fallback: quote.fallback || quote.uneasy,
          simulated,
        }),
      })
    },
  })

/** @throws Problem in place of an error of a source */
function asQuoteProblem(error: unknown): never {
  if (error instanceof PricesDiffer) {
    throw upstreamProblem(`The sources of this price differ by more than ${maxSpread * 100} % at present, so none is given.`, error)
  }
  return orUpstreamProblem('No source gives a price for this symbol at present.')(error)
}

function originsOf({ prices, others, spreadBps }: CoinQuote) {
  const row = (agrees: boolean) => (one: CoinQuote['prices'][number]) => ({
    source: one.source.id,
    network: one.network,
    priceUsd: plainDecimal(Number(one.price.toPrecision(12))) ?? '0',
    depthUsd: one.depthUsd === null ? null : String(Math.round(one.depthUsd)),
    agrees,
  })
  return { originCount: prices.length, spreadBps, origins: [...prices.map(row(true)), ...others.map(row(false))] }
}
