import { z } from 'zod'
import { answer, fixedPrice, offer } from '../../offer.ts'
import { availabilityOf } from '../../sources/availability.ts'
import { marketFigures } from '../../sources/coin-figures.ts'
import type { CoinFigures } from '../../sources/coin-figures.ts'
import type { CoinMarket } from '../../sources/coin-market.ts'
import { patienceMs } from '../../sources/coin-quote.ts'
import type { TrendingCoin } from '../../sources/coingecko-rows.ts'
import type { CoinGecko } from '../../sources/coingecko.ts'
import type { CoinPaprika } from '../../sources/coinpaprika.ts'
import { candidate, firstToAnswer } from '../../sources/in-order.ts'
import type { Answered } from '../../sources/in-order.ts'
import { answerMeta, metaOf } from '../../sources/meta.ts'
import { orUpstreamProblem, upstreamProblem } from '../../sources/upstream-problem.ts'
import { coinFigures, figuresOf } from './coin-answer.ts'
import { bitcoinFigures, coingeckoStamp } from './coin-example.ts'
import { coinStamps } from './coin-stamps.ts'

const mostCoins = 15
/** What a coin must trade in a day to count among those that rise: one trade moves smaller ones. */
const leastVolume = 10_000_000

const trendingAnswer = z.object({
  coins: z.array(
    z.object({
      rank: z.int().describe('1 is first'),
      ...coinFigures,
      price: coinFigures.price.nullable(),
      lastUpdated: z.string().nullable(),
    }),
  ),
  rankedBy: z
    .enum(['searches', 'price-rise'])
    .describe(
      `searches: what people search for most at CoinGecko; price-rise: the steepest rise of price in 24 hours among coins that trade at least USD ${leastVolume} a day, where nobody tells of searches`,
    ),
  timestamp: z.string(),
  simulated: z.boolean().optional(),
  meta: answerMeta,
})

/** Coins that people look for just now. Who can't say that says what rises most, and the answer says so. */
export const marketTrending = offer({
  id: 'market-trending',
  route: 'GET /v1/market/trending',
  access: fixedPrice('0.0075'),
  title: 'Trending coins',
  purpose: 'The coins that people search for most at present, with price, 24 hour change, market capitalisation and volume in USD.',
  answer: trendingAnswer,
  example: {
    answer: {
      coins: [{ rank: 1, ...bitcoinFigures }],
      rankedBy: 'searches',
      timestamp: '2026-10-05T21:34:58.120Z',
      meta: {
        sources: [
          { ...coingeckoStamp(''), url: 'https://api.coingecko.com/api/v3/search/trending', cache: 'hit' },
          coingeckoStamp('bitcoin'),
        ],
        degraded: false,
        missing: [],
        simulated: false,
      },
    },
  },
  available: ({ sources: { coingecko, coinpaprika } }) =>
    availabilityOf([
      { source: coingecko.source, feeds: [coingecko.trending] },
      { source: coinpaprika.source, feeds: [coinpaprika.markets] },
    ]),
  async run(_, { sources, clock, signal }) {
    const detail = 'No source tells of trending coins at present.'
    const found = await rankedCoins(sources, signal).catch(orUpstreamProblem(detail))
    if (!found) throw upstreamProblem(detail)
    const { value, source, fallback } = found
    const { coins, stamps } =
      value.rankedBy === 'searches'
        ? await withMarkets(sources, value.coins, source.asOf, signal)
        : { coins: value.coins.map(ofList), stamps: [] }
    const rows = coins.map(({ lastUpdated, ...given }, index) => {
      const { figures, missing } = figuresOf(given)
      return { row: { rank: index + 1, ...figures, lastUpdated }, missing: missing.map((name) => `coins.${index}.${name}`) }
    })
    return answer({
      coins: rows.map(({ row }) => row),
      rankedBy: value.rankedBy,
      timestamp: new Date(clock.now()).toISOString(),
      ...(sources.simulated ? { simulated: true } : {}),
      meta: metaOf({
        stamps: [source, ...stamps],
        missing: rows.flatMap(({ missing }) => missing),
        fallback,
        simulated: sources.simulated,
      }),
    })
  },
})

interface TrendingSources {
  readonly coingecko: CoinGecko
  readonly coinpaprika: CoinPaprika
}

type Ranked =
  | { readonly rankedBy: 'searches'; readonly coins: readonly TrendingCoin[] }
  | { readonly rankedBy: 'price-rise'; readonly coins: readonly CoinMarket[] }

interface Row extends Omit<CoinFigures, 'price'> {
  readonly price: number | null
  readonly lastUpdated: string | null
}

/** CoinPaprika's list is long, and worth a longer wait. */
const longestWaitMs = 2_500

function rankedCoins({ coingecko, coinpaprika }: TrendingSources, signal: AbortSignal): Promise<Answered<Ranked> | null> {
  return firstToAnswer<Ranked>(
    [
      candidate(coingecko.source, coingecko.trending, '', (coins) => ({ rankedBy: 'searches', coins: coins.slice(0, mostCoins) })),
      candidate(coinpaprika.source, coinpaprika.markets, '', (coins) => ({ rankedBy: 'price-rise', coins: steepest(coins) })),
    ],
    signal,
    longestWaitMs,
  )
}

function steepest(coins: readonly CoinMarket[]): CoinMarket[] {
  return coins
    .filter((one) => (one.volume24h ?? 0) >= leastVolume && (one.change24h ?? 0) > 0 && one.price !== null)
    .toSorted((a, b) => (b.change24h ?? 0) - (a.change24h ?? 0))
    .slice(0, mostCoins)
}

/** What is searched for, with the markets of those coins, and who told of these. The list itself knows a price, and no volume. */
async function withMarkets({ coingecko }: TrendingSources, list: readonly TrendingCoin[], listedAt: string, signal: AbortSignal) {
  const markets = await Promise.all(list.map(({ id }) => coingecko.market.get(id, { signal, waitMs: patienceMs }).catch(() => null)))
  const coins = list.map((coin, index): Row => {
    const market = markets[index]
    const figures = marketFigures(coin, market?.value ?? null)
    if (market && figures) return { ...figures, lastUpdated: market.source.asOf }
    return { ...coin, marketCap: null, volume24h: null, lastUpdated: coin.price === null ? null : listedAt }
  })
  const told = list.flatMap(({ id }, index) => {
    const source = markets[index]?.source
    return source ? [{ id, source }] : []
  })
  return { coins, stamps: coinStamps(told) }
}

function ofList(coin: CoinMarket): Row {
  const { ticker, name, price, change24h, marketCap, volume24h, at } = coin
  return { ticker, id: null, name, price, change24h, marketCap, volume24h, lastUpdated: at === null ? null : new Date(at).toISOString() }
}
