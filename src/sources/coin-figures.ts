import type { CoinMarket } from './coin-market.ts'
import type { FoundCoin } from './find-coin.ts'

/** What a source says of a coin in USD; null for what it does not. */
export interface CoinFigures {
  readonly ticker: string
  /** CoinGecko's id; null where only the ticker is known. */
  readonly id: string | null
  readonly name: string | null
  readonly price: number
  /** Per cent. */
  readonly change24h: number | null
  /** Of all venues together, so a single venue never gives them. */
  readonly marketCap: number | null
  readonly volume24h: number | null
}

/** Of a source that knows the price alone. */
export function bareFigures({ ticker, id }: Pick<FoundCoin, 'ticker' | 'id'>, price: number, change24h: number | null): CoinFigures {
  return { ticker: ticker ?? '', id, name: null, price, change24h, marketCap: null, volume24h: null }
}

/** Of a source that knows the coin's whole market; null where it has no price. */
export function marketFigures({ ticker, id }: Pick<FoundCoin, 'ticker' | 'id'>, value: CoinMarket | null): CoinFigures | null {
  if (!value || value.price === null) return null
  const { name, price, change24h, marketCap, volume24h } = value
  return { ticker: ticker ?? value.ticker, id, name: name === '' ? null : name, price, change24h, marketCap, volume24h }
}
