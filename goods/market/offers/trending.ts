import { answer, answerMeta, anyOf, fixedPrice, metaOf, offer, orUpstreamProblem, z } from '../../../src/goods/door.ts'
import { evmAddress, identifier, isoTime, networkId, ordinal, usdDecimal } from '../../../src/goods/kit/answers.ts'
import { upstreamProblem } from '../../../src/goods/kit/http.ts'
import { feedCandidate, firstAnswer, type FirstAnswer } from '../../../src/goods/kit/several-sources.ts'
import type { MarketParts } from '../market-sources.ts'
import { marketFigures } from '../coins/coin-figures.ts'
import type { CoinMarket } from '../coins/coin-market.ts'
import { patienceMs } from '../coins/coin-quote.ts'
import type { TrendingCoin } from '../sources/coingecko-rows.ts'
import type { CoinGecko } from '../sources/coingecko.ts'
import type { CoinPaprika } from '../sources/coinpaprika.ts'
import type { UniswapV3 } from '../sources/uniswap-v3.ts'
import { coinFigures, figuresOf } from './coin-answer.ts'
import { bitcoinFigures, coingeckoStamp } from './coin-example.ts'
import { coinStamps } from './coin-stamps.ts'
import { poolCandidate, type PoolRanking, type TrendingRow } from './pool-ranking.ts'

const maxCoins = 15
/** Minimum daily volume in USD for the list by price rise, because one trade can move the price of a smaller coin. */
const minVolume = 10_000_000

const trendingAnswer = z.object({
  coins: z.array(
    z.object({
      rank: ordinal.describe('1 is first'),
      ...coinFigures,
      price: coinFigures.price.nullable(),
      poolVolumeUsd: usdDecimal.nullable().describe('Of 24 hours, in the indexed pools alone; null where the list is not made of them'),
      observedAt: isoTime.nullable(),
    }),
  ),
  rankedBy: z
    .enum(['searches', 'price-rise', 'pool-activity'])
    .describe(
      `searches: what people search for most at CoinGecko; price-rise: the steepest rise of price in 24 hours among coins that trade at least USD ${minVolume} a day, where no source gives the searches; pool-activity: coins of the indexed pools alone, by the sum of their ranks by volume and by change of price, up or down, in 24 hours`,
    ),
  covers: z
    .array(z.object({ symbol: identifier, network: networkId, address: evmAddress }))
    .nullable()
    .describe('The pools that a list by pool-activity is made of: it says nothing about other coins. Null for other lists'),
  timestamp: isoTime,
  meta: answerMeta,
})

/**
 * Coins that people search for now. If no source tells that, the coins that rise most, or those that trade and move most in the indexed pools;
 * `rankedBy` says which.
 */
export const marketTrending = ({ sources, simulated }: MarketParts) =>
  offer({
    id: 'market-trending',
    route: 'GET /v1/market/trending',
    access: fixedPrice('0.0075'),
    title: 'Trending coins',
    purpose:
      'The coins that get most attention at present, with price, 24 hour change, market capitalisation and volume in USD: those that people search for most, else those that move most. rankedBy says which.',
    restsOn: "searches on CoinGecko or CoinPaprika's list where one is accepted, else swaps in the indexed pools",
    cannotKnow: 'why a coin is searched for; from the pools, anything about coins that are not in them',
    answer: trendingAnswer,
    brief: ['rankedBy', 'coins[].symbol', 'coins[].price', 'coins[].priceChange24h'],
    example: {
      answer: {
        coins: [{ rank: 1, ...bitcoinFigures, poolVolumeUsd: null, observedAt: '2026-10-05T21:34:50.000Z' }],
        rankedBy: 'searches',
        covers: null,
        timestamp: '2026-10-05T21:34:58.120Z',
        meta: metaOf({
          stamps: [
            { ...coingeckoStamp(''), url: 'https://api.coingecko.com/api/v3/search/trending', cache: 'hit' },
            coingeckoStamp('bitcoin'),
          ],
          simulated: false,
        }),
      },
    },
    needs: { sources: [anyOf({ coingecko: ['trending'], coinpaprika: ['markets'], 'uniswap-v3': ['candles'] })] },
    async run(_, { clock, signal }) {
      const detail = 'No source gives trending coins at present.'
      const found = await rankedCoins(sources, signal).catch(orUpstreamProblem(detail))
      if (!found) throw upstreamProblem(detail)
      const { value, source, fallback } = found
      const { coins, stamps } =
        value.rankedBy === 'searches'
          ? await withMarkets(sources, value.coins, source.asOf, signal)
          : { coins: value.rankedBy === 'price-rise' ? value.coins.map(ofList) : value.coins, stamps: [] }
      const rows = coins.map(({ observedAt, poolVolumeUsd, ...given }, index) => {
        const { figures, missing } = figuresOf(given)
        return {
          row: { rank: index + 1, ...figures, poolVolumeUsd, observedAt },
          missing: missing.map((name) => `coins[${index}].${name}`),
        }
      })
      return answer({
        coins: rows.map(({ row }) => row),
        rankedBy: value.rankedBy,
        covers: value.rankedBy === 'pool-activity' ? value.covers : null,
        timestamp: new Date(clock.now()).toISOString(),
        meta: metaOf({
          stamps: [source, ...stamps],
          missing: rows.flatMap(({ missing }) => missing),
          fallback,
          simulated,
        }),
      })
    },
  })

interface TrendingSources {
  readonly coingecko: CoinGecko
  readonly coinpaprika: CoinPaprika
  readonly uniswapV3: UniswapV3
}

type Ranked =
  | { readonly rankedBy: 'searches'; readonly coins: readonly TrendingCoin[] }
  | { readonly rankedBy: 'price-rise'; readonly coins: readonly CoinMarket[] }
  | PoolRanking

/** Longer than for other sources, because CoinPaprika's list is large. */
const maxWaitMs = 2_500

function rankedCoins({ coingecko, coinpaprika, uniswapV3 }: TrendingSources, signal: AbortSignal): Promise<FirstAnswer<Ranked> | null> {
  return firstAnswer<Ranked>(
    [
      feedCandidate(coingecko.source, coingecko.trending, '', (coins) => ({ rankedBy: 'searches', coins: coins.slice(0, maxCoins) })),
      feedCandidate(coinpaprika.source, coinpaprika.markets, '', (coins) => ({ rankedBy: 'price-rise', coins: steepest(coins) })),
      poolCandidate(uniswapV3.candles, maxCoins),
    ],
    signal,
    maxWaitMs,
  )
}

function steepest(coins: readonly CoinMarket[]): CoinMarket[] {
  return coins
    .filter((one) => (one.volume24h ?? 0) >= minVolume && (one.change24h ?? 0) > 0 && one.price !== null)
    .toSorted((a, b) => (b.change24h ?? 0) - (a.change24h ?? 0))
    .slice(0, maxCoins)
}

/** The coins of the search list with their market figures, and the stamps of these. The list itself has a price and no volume. */
async function withMarkets(
  { coingecko }: Pick<TrendingSources, 'coingecko'>,
  list: readonly TrendingCoin[],
  listedAt: string,
  signal: AbortSignal,
) {
  const markets = await Promise.all(list.map(({ id }) => coingecko.market.get(id, { signal, waitMs: patienceMs }).catch(() => null)))
  const coins = list.map((coin, index): TrendingRow => {
    const market = markets[index]
    const figures = marketFigures(coin, market?.value ?? null)
    if (market && figures) return { ...figures, poolVolumeUsd: null, observedAt: market.source.asOf }
    return { ...coin, marketCap: null, volume24h: null, poolVolumeUsd: null, observedAt: coin.price === null ? null : listedAt }
  })
  const told = list.flatMap(({ id }, index) => {
    const source = markets[index]?.source
    return source ? [{ id, source }] : []
  })
  return { coins, stamps: coinStamps(told) }
}

function ofList(coin: CoinMarket): TrendingRow {
  const { ticker, name, price, change24h, marketCap, volume24h, at } = coin
  const observedAt = at === null ? null : new Date(at).toISOString()
  return { ticker, id: null, name, price, change24h, marketCap, volume24h, poolVolumeUsd: null, observedAt }
}
