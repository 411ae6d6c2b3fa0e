import type { Candle } from './candles.ts'

export interface PoolCandlesAsked {
  readonly ticker: string
  readonly quote: string
  /** Seconds; and all lengths that may be asked for. */
  readonly step: number
  readonly steps: readonly number[]
  /** Candles that begin in [from, to), in unix seconds. */
  readonly from: number
  readonly to: number
  /** The caller named `from`, so that the range may not be cut short. */
  readonly isFromNamed: boolean
}

/** Candles that were made of the swaps of one pool. Times are unix seconds. */
export interface PoolCandles {
  readonly kind: 'candles'
  readonly candles: readonly Candle[]
  /** Times without candles although there may have been trades. */
  readonly gaps: readonly { readonly from: number; readonly to: number; readonly reason: string }[]
  readonly quote: string
  readonly market: string
  /** CAIP-2, and the address of the pool. */
  readonly network: string
  readonly address: string
  /** Addresses of the contracts by which prices were converted. */
  readonly convertedBy: readonly string[]
  readonly coverage: { readonly from: number; readonly to: number; readonly finalUntil: number | null }
}

/** Why there are none. */
export type PoolCandleFault =
  | { readonly kind: 'unknown' | 'reading' | 'behind' | 'no_price' }
  | { readonly kind: 'before'; readonly earliest: number }
  | { readonly kind: 'sparse'; readonly shortest: number }

/** What a coin did in the last 24 hours in the pools that are indexed. */
export interface PoolActivity {
  readonly ticker: string
  /** US dollars, in its busiest pool. */
  readonly price: number
  /** Per cent; null where the pool was not read for so long. */
  readonly change24h: number | null
  /** US dollars, in all its pools. */
  readonly volume24h: number
  /** Unix seconds. */
  readonly at: number
  readonly network: string
  /** Addresses, the busiest first. */
  readonly pools: readonly string[]
}

/** Candles and activity from an index of pools on the networks of the service. It asks nodes for no more than rounds of price feeds. */
export interface PoolCandleReader {
  /** Coins of the pools that are indexed. */
  readonly tickers: ReadonlySet<string>
  readonly pools: readonly { readonly network: string; readonly address: string; readonly ticker: string }[]
  candles(asked: PoolCandlesAsked): Promise<PoolCandles | PoolCandleFault>
  activity(): Promise<readonly PoolActivity[]>
}
