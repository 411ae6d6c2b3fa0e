import type { SourceCandidate } from '../../../src/goods/kit/several-sources.ts'
import type { UniswapV3 } from '../sources/uniswap-v3.ts'
import type { CoinFigures } from '../coins/coin-figures.ts'
import type { PoolActivity } from '../coins/pool-candle-reader.ts'
import { wellKnownSymbols } from '../coins/symbols.ts'

/** A coin of a list of trends. */
export interface TrendingRow extends Omit<CoinFigures, 'price'> {
  readonly price: number | null
  /** US dollars, in the indexed pools alone. */
  readonly poolVolumeUsd: string | null
  readonly observedAt: string | null
}

export interface PoolRanking {
  readonly rankedBy: 'pool-activity'
  readonly coins: readonly TrendingRow[]
  /** All pools that were looked at. */
  readonly covers: { symbol: string; network: string; address: string }[]
}

/** The list of the coins that trade and move most in the indexed pools. It says nothing about other coins. */
export function poolCandidate({ source, reader }: UniswapV3['candles'], maxCoins: number): SourceCandidate<PoolRanking> {
  return {
    source,
    async fresh() {
      const coins = (await reader?.activity()) ?? []
      const { id, licence, attribution } = source.terms
      const oldest = Math.min(...coins.map(({ at }) => at))
      const stamp = { id, url: 'caip10:', asOf: iso(coins.length === 0 ? 0 : oldest), licence, attribution, cache: 'hit' as const }
      const covers = (reader?.pools ?? []).map(({ ticker, network, address }) => ({ symbol: ticker, network, address }))
      const ranked = byActivity(coins).slice(0, maxCoins).map(rowOf)
      return { value: ranked.length === 0 ? null : { rankedBy: 'pool-activity', coins: ranked, covers }, source: stamp }
    },
    // The index itself is what is kept.
    cached: () => null,
  }
}

/** By the sum of two ranks: volume, and change of price, up or down. The larger volume first where the sums are equal. */
export function byActivity(coins: readonly PoolActivity[]): PoolActivity[] {
  const ranks = (figure: (coin: PoolActivity) => number) =>
    new Map(coins.toSorted((a, b) => figure(b) - figure(a)).map(({ ticker }, rank) => [ticker, rank]))
  const byVolume = ranks(({ volume24h }) => volume24h)
  const byChange = ranks(({ change24h }) => Math.abs(change24h ?? 0))
  const sum = ({ ticker }: PoolActivity) => (byVolume.get(ticker) ?? 0) + (byChange.get(ticker) ?? 0)
  return coins.toSorted((a, b) => sum(a) - sum(b) || b.volume24h - a.volume24h)
}

function rowOf({ ticker, price, change24h, volume24h, at }: PoolActivity): TrendingRow {
  const id = wellKnownSymbols.find((one) => one.ticker === ticker)?.coingecko ?? null
  const figures = {
    price: rounded(price, 10),
    change24h: change24h === null ? null : rounded(change24h, 6),
    poolVolumeUsd: volume24h.toFixed(2),
  }
  return { ticker, id, name: null, marketCap: null, volume24h: null, ...figures, observedAt: iso(at) }
}

function rounded(figure: number, digits: number): number {
  return Number(figure.toPrecision(digits))
}

function iso(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}
