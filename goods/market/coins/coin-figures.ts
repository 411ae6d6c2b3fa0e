import type { CoinMarket } from './coin-market.ts'
import type { FoundCoin } from './find-coin.ts'

/** A source's figures of a coin in USD; null for figures that it does not have. */
export interface CoinFigures {
  readonly ticker: string
  /** CoinGecko's id; null where only the ticker is known. */
  readonly id: string | null
  readonly name: string | null
  readonly price: number
  /** Per cent. */
  readonly change24h: number | null
  /** Of all venues together, so a single venue does not have them. */
  readonly marketCap: number | null
  readonly volume24h: number | null
}

/** Figures of a source that knows only the price. */
export function bareFigures({ ticker, id }: Pick<FoundCoin, 'ticker' | 'id'>, price: number, change24h: number | null): CoinFigures {
  return { ticker: ticker ?? '', id, name: null, price, change24h, marketCap: null, volume24h: null }
}

/** Figures of a source that knows the coin's whole market; null without a price. */
export function marketFigures({ ticker, id }: Pick<FoundCoin, 'ticker' | 'id'>, value: CoinMarket | null): CoinFigures | null {
  if (!value || value.price === null) return null
  const { name, price, change24h, marketCap, volume24h } = value
  return { ticker: ticker ?? value.ticker, id, name: name === '' ? null : name, price, change24h, marketCap, volume24h }
}
