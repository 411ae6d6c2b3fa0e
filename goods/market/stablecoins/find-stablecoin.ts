import type { ListedStablecoin } from '../sources/defillama-stablecoins.ts'
import { knownStablecoins } from './stablecoin-table.ts'
import type { KnownStablecoin } from './stablecoin-table.ts'

/** The coin of a symbol: from this service's own table, from DefiLlama's list, or from both. */
export interface FoundStablecoin {
  readonly known: KnownStablecoin | null
  readonly listed: ListedStablecoin | null
  /** Smaller coins of the same symbol. */
  readonly namesakes: readonly ListedStablecoin[]
}

const maxNamesakes = 20

/** The coin of a symbol or CoinGecko id, in any case. If several share a symbol, the largest one. Null for an unknown symbol. */
export function findStablecoin(text: string, list: readonly ListedStablecoin[]): FoundStablecoin | null {
  const wanted = text.toLowerCase()
  // Coins that ended come after those that live, however large they were.
  const bySymbol = list.filter(({ symbol }) => symbol.toLowerCase() === wanted).toSorted((one, other) => hasEnded(one) - hasEnded(other))
  const known = knownStablecoins.find(({ symbol, coingecko }) => symbol.toLowerCase() === wanted || coingecko === wanted) ?? null
  // A coin of our own table wins over a larger one of the same symbol.
  const listed = list.find(({ coingecko }) => coingecko === (known?.coingecko ?? wanted)) ?? (known ? null : (bySymbol[0] ?? null))
  if (!known && !listed) return null
  return { known, listed, namesakes: bySymbol.filter((other) => other !== listed).slice(0, maxNamesakes) }
}

function hasEnded({ status }: ListedStablecoin): 0 | 1 {
  return status === 'delisted' || status === 'dead' ? 1 : 0
}
