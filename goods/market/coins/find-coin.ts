import { type FeedOptions, type Sourced, type SourceStamp, UpstreamError, UpstreamUnreachable } from '../../../src/goods/kit/http.ts'
import { asFailure } from '../../../src/goods/kit/several-sources.ts'
import type { CoinMarket, Namesake } from './coin-market.ts'
import type { CoinGecko } from '../sources/coingecko.ts'
import { resolveSymbol } from './resolve-symbol.ts'
import type { WellKnownSymbol } from './symbols.ts'

/** The coin that a text means. */
export interface FoundCoin {
  /** Upper case; null for an id whose ticker is unknown. */
  readonly ticker: string | null
  /** CoinGecko's id; null when only the ticker is known. */
  readonly id: string | null
  /** Its names at venues, if it is well known. */
  readonly row: WellKnownSymbol | null
  /** At CoinGecko; null for a well-known coin that was not looked up, and for one without a rank. */
  readonly rank: number | null
  /** Other coins of the same ticker, the best-ranked first; empty for a coin named by its id, null when unknown. */
  readonly namesakes: readonly Namesake[] | null
  /** The source of `namesakes`. */
  readonly namesakesFrom: SourceStamp | null
  /** Why CoinGecko could not identify the coin, so that it is not asked again at once. */
  readonly failure: UpstreamError | null
}

/**
 * Which coin a text means: a well-known ticker or id; else a CoinGecko id if it is in lower case, otherwise a ticker, and the
 * other reading if the first finds nothing. Among coins of one ticker the market rank decides. Null when CoinGecko knows none.
 */
export async function findCoin(coingecko: CoinGecko, text: string, options: FeedOptions = {}): Promise<FoundCoin | null> {
  const resolved = resolveSymbol(text)
  if (!resolved) return null
  if (resolved.kind === 'id') return findUnfamiliar(coingecko, text, options)
  if (resolved.by === 'id') return wellKnown(resolved.row, [])
  return amongNamesakes(resolved.row, await namesakesOf(coingecko, resolved.row.ticker, options))
}

/** The same for a well-known coin from cached values, for calls with many coins; null for other coins. */
export function findCached({ namesakes }: CoinGecko, text: string): FoundCoin | null {
  const resolved = resolveSymbol(text)
  if (resolved?.kind !== 'well-known') return null
  return resolved.by === 'id' ? wellKnown(resolved.row, []) : amongNamesakes(resolved.row, namesakes.cached(resolved.row.ticker))
}

/** A well-known coin from its row, without a request. */
export function wellKnown(row: WellKnownSymbol, namesakes: readonly Namesake[] | null): FoundCoin {
  return { ticker: row.ticker, id: row.coingecko, row, rank: null, namesakes, namesakesFrom: null, failure: null }
}

function amongNamesakes(row: WellKnownSymbol, result: NamesakesResult): FoundCoin {
  if (result instanceof UpstreamError) return { ...wellKnown(row, null), failure: realFailure(result) }
  if (!result) return wellKnown(row, null)
  const best = bestOf(result.value, row)
  if (!best) return { ...wellKnown(row, result.value), namesakesFrom: result.value.length > 0 ? result.source : null }
  return { ...ofNamesakes(best, result), row: best.id === row.coingecko ? row : null }
}

async function findUnfamiliar(coingecko: CoinGecko, text: string, options: FeedOptions): Promise<FoundCoin | null> {
  const [id, ticker] = [text.toLowerCase(), text.toUpperCase()]
  // When the first reading is cached, the second one is not requested.
  const held = text === id ? null : readAsTicker(ticker, ifFresh(coingecko.namesakes.cached(ticker)))
  if (held) return held
  const [byId, byTicker] = await Promise.all([
    coingecko.market.get(id, options).then(({ value }) => value, asFailure),
    namesakesOf(coingecko, ticker, options),
  ])
  const [asId, asTicker] = [readAsId(id, byId), readAsTicker(ticker, byTicker)]
  return text === id ? (asId ?? asTicker) : (asTicker ?? asId)
}

function ifFresh<T>(given: Sourced<T> | null): Sourced<T> | null {
  return given?.source.cache === 'hit' ? given : null
}

function readAsId(id: string, market: CoinMarket | UpstreamError | null): FoundCoin | null {
  if (market instanceof UpstreamError) return { ...unknown, id, failure: realFailure(market) }
  return market && { ...unknown, id, ticker: market.ticker, rank: market.rank, namesakes: [] }
}

function readAsTicker(ticker: string, result: NamesakesResult): FoundCoin | null {
  if (result instanceof UpstreamError) return { ...unknown, ticker, failure: realFailure(result) }
  const [best] = result?.value ?? []
  return result && best ? { ...ofNamesakes(best, result), row: null } : null
}

const unknown: FoundCoin = { ticker: null, id: null, row: null, rank: null, namesakes: null, namesakesFrom: null, failure: null }

/** A disabled source has not failed. */
function realFailure(error: UpstreamError): UpstreamError | null {
  return error instanceof UpstreamUnreachable && error.reason === 'disabled' ? null : error
}

function ofNamesakes(best: Namesake, result: Sourced<readonly Namesake[]>): Omit<FoundCoin, 'row'> {
  const namesakes = result.value.filter((one) => one.id !== best.id)
  return { ticker: best.ticker, id: best.id, rank: best.rank, namesakes, namesakesFrom: result.source, failure: null }
}

/**
 * A well-known coin loses only to a coin with a better rank: CoinGecko gives wrapped and staked coins no rank. One that CoinGecko no
 * longer has does not become another coin of its ticker that has no rank either.
 */
function bestOf(namesakes: readonly Namesake[], row: WellKnownSymbol): Namesake | undefined {
  const own = namesakes.find((one) => one.id === row.coingecko)
  if (own?.rank === null) return own
  const [best] = namesakes
  return own || (best && best.rank !== null) ? best : undefined
}

/** All coins of a ticker, or the failure to find them; null when nothing is cached and no source was asked. */
type NamesakesResult = Sourced<readonly Namesake[]> | UpstreamError | null

function namesakesOf({ namesakes }: CoinGecko, ticker: string, options: FeedOptions): Promise<NamesakesResult> {
  return namesakes.get(ticker, options).catch(asFailure)
}
