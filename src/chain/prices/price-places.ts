import type { Hex } from '../../shared/bytes.ts'

/** A Chainlink feed of a coin's price in US dollars. */
export interface FeedPlace {
  readonly network: string
  /** Of the coin, as in `BTC / USD`. */
  readonly ticker: string
  /** The proxy, which stays when the aggregator behind it is replaced. */
  readonly address: Hex
  readonly decimals: number
  /** It is renewed at least so often. */
  readonly heartbeatSeconds: number
}

/** A token that stands for a coin on one network. */
export interface TokenPlace {
  readonly address: Hex
  readonly decimals: number
}

/** A Uniswap v3 pool in which a coin trades. */
export interface PoolPlace {
  readonly network: string
  readonly ticker: string
  readonly address: Hex
  readonly token: TokenPlace
  /** What it trades against: dollars by USDC, or ether, whose own price comes from a pool of the same network. */
  readonly quote: 'USDC' | 'ETH'
  readonly quoteToken: TokenPlace
  /** In hundredths of a basis point: 500 is 0.05 %. */
  readonly fee: number
}

/** All feeds and pools that are known. */
export interface PricePlaces {
  readonly feeds: readonly FeedPlace[]
  readonly pools: readonly PoolPlace[]
}
