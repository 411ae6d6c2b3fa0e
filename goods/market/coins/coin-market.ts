/** One coin's market in USD over all venues, from a data provider. Missing numbers are null. */
export interface CoinMarket {
  /** The provider's own id. */
  readonly id: string
  /** Upper case. */
  readonly ticker: string
  readonly name: string
  readonly price: number | null
  /** Per cent. */
  readonly change24h: number | null
  readonly marketCap: number | null
  /** By market capitalisation, 1 for the largest. */
  readonly rank: number | null
  readonly volume24h: number | null
  /** Milliseconds since the epoch. */
  readonly at: number | null
}

/** A coin that uses a ticker. */
export type Namesake = Pick<CoinMarket, 'id' | 'ticker' | 'name' | 'rank'>

/** Sorts by rank, best first; coins without a rank last. */
export function byRank(one: { rank: number | null }, other: { rank: number | null }): number {
  return (one.rank ?? Number.MAX_SAFE_INTEGER) - (other.rank ?? Number.MAX_SAFE_INTEGER)
}
