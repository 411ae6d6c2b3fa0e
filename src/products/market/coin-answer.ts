import { z } from 'zod'
import type { CoinFigures } from '../../sources/coin-figures.ts'

/** The figures of one coin as they go out. */
export const coinFigures = {
  symbol: z.string().describe('ticker'),
  id: z.string().nullable().describe('CoinGecko id of the coin, which names it and no other'),
  name: z.string().nullable(),
  price: z.number().describe('USD'),
  priceChange24h: z.number().nullable().describe('per cent'),
  marketCap: z.number().nullable().describe('USD'),
  volume24h: z.number().nullable().describe('USD, all venues together'),
}

/** The figures of a coin as they go out, and the names of those that are lacking. */
export function figuresOf<P extends number | null>(coin: Omit<CoinFigures, 'price'> & { readonly price: P }) {
  const { ticker, id, name, price, change24h, marketCap, volume24h } = coin
  const figures = { symbol: ticker, id, name, price, priceChange24h: change24h, marketCap, volume24h }
  return { figures, missing: Object.entries(figures).flatMap(([key, value]) => (value === null ? [key] : [])) }
}
