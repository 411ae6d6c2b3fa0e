/** A price that a contract on a network gave. */
interface ChainPrice {
  /** Milliseconds since the epoch. */
  readonly observedAt: number
  /** CAIP-2. */
  readonly network: string
  /** Of the contract. */
  readonly address: string
}

/** A price of a Chainlink feed. */
export interface FeedPrice extends ChainPrice {
  /** US dollars, an exact decimal. */
  readonly usd: string
}

/** The mean of half an hour in a Uniswap v3 pool. */
export interface PoolPrice extends ChainPrice {
  readonly usd: number
  /** What it takes to raise the price by 2 %, in US dollars. */
  readonly depthUsd: number
  /** Null where the pool does not remember it. */
  readonly dayAgoUsd: number | null
  readonly quote: PoolQuote
}

/** What a pool says in the token that the coin trades against there. */
export interface PoolQuote {
  /** Of the coin that this token stands for. */
  readonly ticker: string
  /** The mean of half an hour. */
  readonly mean: number
  /** The price at the block. */
  readonly spot: number
  /** Tokens to be paid in to raise the price by 2 %. */
  readonly depth: number
  /** The pool's fee as a share of what is paid in. */
  readonly feeShare: number
}

/**
 * Reads prices of coins from contracts on the networks of the service. Where there is no price, the answer is a word that says why; null
 * means that no contract has this coin. It does not reject for a node that is down.
 */
export interface ChainPriceReader {
  /** Coins that have a feed there, and coins that have a pool. */
  readonly feedTickers: ReadonlySet<string>
  readonly poolTickers: ReadonlySet<string>
  feedPrice(ticker: string): Promise<FeedPrice | string | null>
  /** What the feed said 24 hours ago. */
  feedPriceDayAgo(ticker: string): Promise<FeedPrice | string | null>
  /** Checks the contracts of networks that were not checked yet. */
  check(): Promise<void>
  poolPrices(ticker: string): Promise<{ readonly prices: readonly PoolPrice[]; readonly faults: readonly string[] }>
}
