import { foreignText, identifier, marketNumber } from '../../../src/goods/kit/answers.ts'
import type { CoinFigures } from '../coins/coin-figures.ts'

/** The figures of one coin, under the names that clients of these routes know. */
/** For every offer that sells a price of a coin. */
export const coinPriceFacts = {
  restsOn: 'the median of price feeds and pools on chain, and of one list of prices or exchange where one is accepted',
  cannotKnow: 'the price at which an order of yours would be filled',
}

export const coinFigures = {
  symbol: identifier.describe('Ticker'),
  coingeckoId: identifier.nullable().describe('CoinGecko id of the coin. Unlike a ticker it names only one coin'),
  name: foreignText.nullable(),
  price: marketNumber.describe('USD'),
  priceChange24h: marketNumber.nullable().describe('Per cent'),
  marketCap: marketNumber.nullable().describe('USD'),
  volume24h: marketNumber.nullable().describe('USD, all venues together'),
}

/** The figures of a coin as an answer sends them, and the names of those that are missing. */
export function figuresOf<P extends number | null>(coin: Omit<CoinFigures, 'price'> & { readonly price: P }) {
  const { ticker, id, name, price, change24h, marketCap, volume24h } = coin
  const figures = { symbol: ticker, coingeckoId: id, name, price, priceChange24h: change24h, marketCap, volume24h }
  return { figures, missing: Object.entries(figures).flatMap(([key, value]) => (value === null ? [key] : [])) }
}
