import { z } from 'zod'
import { UpstreamError } from '../../net/upstream-errors.ts'
import { answer, fixedPrice, offer } from '../../offer.ts'
import { availabilityOf } from '../../sources/availability.ts'
import { marketFigures } from '../../sources/coin-figures.ts'
import type { CoinFigures } from '../../sources/coin-figures.ts'
import { patienceMs } from '../../sources/coin-quote.ts'
import type { CoinGecko } from '../../sources/coingecko.ts'
import type { TrendingCoin } from '../../sources/coingecko-rows.ts'
import type { CoinPaprika } from '../../sources/coinpaprika.ts'
import type { FeedOptions } from '../../sources/feed.ts'
import { answerMeta, metaOf } from '../../sources/meta.ts'
import type { Sourced, SourceStamp } from '../../sources/source.ts'
import { orUpstreamProblem } from '../../sources/upstream-problem.ts'
import { coinFigures, figuresOf } from './coin-answer.ts'
import { bitcoinFigures, coingeckoStamp } from './coin-example.ts'

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
    const { coins, rankedBy, stamps, fallback } = await trending(sources, signal).catch(
      orUpstreamProblem('No source tells of trending coins at present.'),
    )
    const rows = coins.map(({ lastUpdated, ...given }, index) => {
      const { figures, missing } = figuresOf(given)
      return { row: { rank: index + 1, ...figures, lastUpdated }, missing: missing.map((name) => `coins.${index}.${name}`) }
    })
    return answer({
      coins: rows.map(({ row }) => row),
      rankedBy,
      timestamp: new Date(clock.now()).toISOString(),
      ...(sources.simulated ? { simulated: true } : {}),
      meta: metaOf({ stamps, missing: rows.flatMap(({ missing }) => missing), fallback, simulated: sources.simulated }),
    })
  },
})

interface Trending {
  readonly coins: readonly (Omit<CoinFigures, 'price'> & { readonly price: number | null; readonly lastUpdated: string | null })[]
  readonly rankedBy: 'searches' | 'price-rise'
  readonly stamps: readonly SourceStamp[]
  readonly fallback: boolean
}

interface TrendingSources {
  readonly coingecko: CoinGecko
  readonly coinpaprika: CoinPaprika
}

const listMs = 2_500

/** Fresh from the first who knows, else what either said before. @throws UpstreamError */
async function trending({ coingecko, coinpaprika }: TrendingSources, signal: AbortSignal): Promise<Trending> {
  const options = { signal, freshOnly: true }
  try {
    return await searched(coingecko, await coingecko.trending.get('', { ...options, waitMs: patienceMs }), { signal })
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    try {
      return risen(await coinpaprika.markets.get('', { ...options, waitMs: listMs }))
    } catch (second) {
      if (!(second instanceof UpstreamError)) throw second
      const [before, list] = [coingecko.trending.held(''), coinpaprika.markets.held('')]
      if (before) return searched(coingecko, before, { signal })
      if (list) return risen(list)
      throw error
    }
  }
}

/** What is searched for, with the markets of those coins. The list itself knows a price, and no volume. */
async function searched(coingecko: CoinGecko, list: Sourced<readonly TrendingCoin[]>, options: FeedOptions): Promise<Trending> {
  const coins = list.value.slice(0, mostCoins)
  const markets = await Promise.all(coins.map(({ id }) => coingecko.market.get(id, { ...options, waitMs: patienceMs }).catch(() => null)))
  const joined = coins.map((coin, index) => {
    const market = markets[index]
    const figures = marketFigures(coin, market?.value ?? null)
    return figures
      ? { ...figures, lastUpdated: market?.source.asOf ?? null }
      : { ...coin, marketCap: null, volume24h: null, lastUpdated: coin.price === null ? null : list.source.asOf }
  })
  const oldest = markets.flatMap((one) => one?.source ?? []).toSorted((a, b) => Date.parse(a.asOf) - Date.parse(b.asOf))
  return { coins: joined, rankedBy: 'searches', stamps: [list.source, ...oldest.slice(0, 1)], fallback: false }
}

function risen({ value, source }: Sourced<Awaited<ReturnType<CoinPaprika['markets']['get']>>['value']>): Trending {
  const coins = value
    .filter((one) => (one.volume24h ?? 0) >= leastVolume && (one.change24h ?? 0) > 0)
    .toSorted((a, b) => (b.change24h ?? 0) - (a.change24h ?? 0))
    .slice(0, mostCoins)
    .flatMap((one) => {
      const figures = marketFigures({ ticker: one.ticker, id: null }, one)
      return figures ? [{ ...figures, lastUpdated: one.at === null ? null : new Date(one.at).toISOString() }] : []
    })
  return { coins, rankedBy: 'price-rise', stamps: [source], fallback: true }
}
