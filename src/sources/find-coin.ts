import { UpstreamError, UpstreamUnreachable } from '../net/upstream-errors.ts'
import type { CoinMarket, Namesake } from './coin-market.ts'
import type { CoinGecko } from './coingecko.ts'
import { asFailure } from './failure.ts'
import type { FeedOptions } from './feed.ts'
import { resolveSymbol } from './resolve-symbol.ts'
import type { Sourced, SourceStamp } from './source.ts'
import type { WellKnownSymbol } from './symbols.ts'

/** The coin that a text stands for. */
export interface FoundCoin {
  /** Upper case; null for an id whose ticker is not known here. */
  readonly ticker: string | null
  /** CoinGecko's; null where only the ticker is known. */
  readonly id: string | null
  /** What venues call it, if it is well known. */
  readonly row: WellKnownSymbol | null
  /** Other coins of the same ticker, the best-ranked first: none for one that is named by its id, null where nobody could say. */
  readonly namesakes: readonly Namesake[] | null
  /** Who said so. */
  readonly namesakesFrom: SourceStamp | null
  /** What kept CoinGecko from telling who this is, so that nobody asks it again at once. */
  readonly failure: UpstreamError | null
}

/**
 * Which coin a text means: a well-known ticker or id; else a CoinGecko id if it is in lower case, and a ticker
 * otherwise, or the other if there is no such one. Among the coins of one ticker the market rank decides. Null when
 * CoinGecko knows none.
 */
export async function findCoin(coingecko: CoinGecko, text: string, options: FeedOptions = {}): Promise<FoundCoin | null> {
  const resolved = resolveSymbol(text)
  if (!resolved) return null
  if (resolved.kind === 'id') return findUnfamiliar(coingecko, text, options)
  if (resolved.by === 'id') return wellKnown(resolved.row, [])
  return amongNamesakes(resolved.row, await namesakesOf(coingecko, resolved.row.ticker, options))
}

/** The same for a well-known coin by what is in hand, for those who ask for many coins; null for another. */
export function findInHand({ namesakes }: CoinGecko, text: string): FoundCoin | null {
  const resolved = resolveSymbol(text)
  if (resolved?.kind !== 'well-known') return null
  return resolved.by === 'id' ? wellKnown(resolved.row, []) : amongNamesakes(resolved.row, namesakes.held(resolved.row.ticker))
}

/** A well-known coin by what is known of it here, without asking anybody. */
export function wellKnown(row: WellKnownSymbol, namesakes: readonly Namesake[] | null): FoundCoin {
  return { ticker: row.ticker, id: row.coingecko, row, namesakes, namesakesFrom: null, failure: null }
}

function amongNamesakes(row: WellKnownSymbol, looked: Looked): FoundCoin {
  if (looked instanceof UpstreamError) return { ...wellKnown(row, null), failure: realFailure(looked) }
  if (!looked) return wellKnown(row, null)
  const best = bestOf(looked.value, row)
  if (!best) return wellKnown(row, [])
  return { ...ofNamesakes(best, looked), row: best.id === row.coingecko ? row : null }
}

async function findUnfamiliar(coingecko: CoinGecko, text: string, options: FeedOptions): Promise<FoundCoin | null> {
  const [id, ticker] = [text.toLowerCase(), text.toUpperCase()]
  // Where the first reading is in hand, the second is not asked for.
  const held = text === id ? null : readAsTicker(ticker, inHand(coingecko.namesakes.held(ticker)))
  if (held) return held
  const [byId, looked] = await Promise.all([
    coingecko.market.get(id, options).then(({ value }) => value, asFailure),
    namesakesOf(coingecko, ticker, options),
  ])
  const [asId, asTicker] = [readAsId(id, byId), readAsTicker(ticker, looked)]
  return text === id ? (asId ?? asTicker) : (asTicker ?? asId)
}

function inHand<T>(given: Sourced<T> | null): Sourced<T> | null {
  return given?.source.cache === 'hit' ? given : null
}

function readAsId(id: string, market: CoinMarket | UpstreamError | null): FoundCoin | null {
  if (market instanceof UpstreamError) return { ...unknown, id, failure: realFailure(market) }
  return market && { ...unknown, id, ticker: market.ticker, namesakes: [] }
}

function readAsTicker(ticker: string, looked: Looked): FoundCoin | null {
  if (looked instanceof UpstreamError) return { ...unknown, ticker, failure: realFailure(looked) }
  const [best] = looked?.value ?? []
  return looked && best ? { ...ofNamesakes(best, looked), row: null } : null
}

const unknown: FoundCoin = { ticker: null, id: null, row: null, namesakes: null, namesakesFrom: null, failure: null }

/** A source that is switched off has not failed. */
function realFailure(error: UpstreamError): UpstreamError | null {
  return error instanceof UpstreamUnreachable && error.reason === 'disabled' ? null : error
}

function ofNamesakes(best: Namesake, looked: Sourced<readonly Namesake[]>): Omit<FoundCoin, 'row'> {
  const namesakes = looked.value.filter((one) => one.id !== best.id)
  return { ticker: best.ticker, id: best.id, namesakes, namesakesFrom: looked.source, failure: null }
}

/** A well-known coin gives way only to one that is really ranked higher: CoinGecko leaves wrapped and staked coins without a rank. */
function bestOf(namesakes: readonly Namesake[], row: WellKnownSymbol): Namesake | undefined {
  const own = namesakes.find((one) => one.id === row.coingecko)
  return own?.rank === null ? own : namesakes[0]
}

/** All coins of a ticker, or why that can't be said; null when nobody was asked and nothing is in hand. */
type Looked = Sourced<readonly Namesake[]> | UpstreamError | null

function namesakesOf({ namesakes }: CoinGecko, ticker: string, options: FeedOptions): Promise<Looked> {
  return namesakes.get(ticker, options).catch(asFailure)
}
