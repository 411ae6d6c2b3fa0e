import { wellKnownSymbols } from './symbols.ts'
import type { WellKnownSymbol } from './symbols.ts'

/** What a symbol means. A symbol that is not well known counts as a CoinGecko id, which only CoinGecko can check. */
export type ResolvedSymbol =
  | { readonly kind: 'well-known'; readonly row: WellKnownSymbol; readonly by: 'ticker' | 'id' }
  | { readonly kind: 'id'; readonly coingecko: string }

const byTicker = new Map(wellKnownSymbols.map((row) => [row.ticker, row]))
const byId = new Map(wellKnownSymbols.map((row) => [row.coingecko, row]))
/** Other tickers of the same coin. */
const aliases: ReadonlyMap<string, string> = new Map([
  ['XBT', 'BTC'],
  ['XXBT', 'BTC'],
  ['XETH', 'ETH'],
  ['XDG', 'DOGE'],
  ['BCHABC', 'BCH'],
  ['BCHSV', 'BSV'],
  ['MIOTA', 'IOTA'],
  ['TONCOIN', 'TON'],
])

/** Resolves a ticker or CoinGecko id, in any case; null for text that can be neither. */
export function resolveSymbol(text: string): ResolvedSymbol | null {
  const upper = text.toUpperCase()
  const named = byTicker.get(aliases.get(upper) ?? upper)
  if (named) return { kind: 'well-known', row: named, by: 'ticker' }
  const row = byId.get(text.toLowerCase())
  if (row) return { kind: 'well-known', row, by: 'id' }
  const id = text.toLowerCase()
  return /^[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9])?$/.test(id) ? { kind: 'id', coingecko: id } : null
}
