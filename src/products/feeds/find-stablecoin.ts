import type { ListedStablecoin } from '../../sources/defillama-stablecoins.ts'
import { knownStablecoins } from './stablecoin-table.ts'
import type { KnownStablecoin } from './stablecoin-table.ts'

/** What a symbol stands for: as we know the coin, as DefiLlama lists it, or both. */
export interface FoundStablecoin {
  readonly known: KnownStablecoin | null
  readonly listed: ListedStablecoin | null
  /** Smaller coins of the same symbol. */
  readonly namesakes: readonly ListedStablecoin[]
}

const mostNamesakes = 20

/** The coin of a symbol or CoinGecko id, in any case; of several that share a symbol the largest. Null where nobody knows one. */
export function findStablecoin(text: string, list: readonly ListedStablecoin[]): FoundStablecoin | null {
  const wanted = text.toLowerCase()
  const bySymbol = list.filter(({ symbol }) => symbol.toLowerCase() === wanted)
  const known = knownStablecoins.find(({ symbol, coingecko }) => symbol.toLowerCase() === wanted || coingecko === wanted) ?? null
  // One that we know is that one and no larger namesake.
  const listed = list.find(({ coingecko }) => coingecko === (known?.coingecko ?? wanted)) ?? (known ? null : (bySymbol[0] ?? null))
  if (!known && !listed) return null
  return { known, listed, namesakes: bySymbol.filter((other) => other !== listed).slice(0, mostNamesakes) }
}
