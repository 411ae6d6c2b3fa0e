import { usd } from '../shared/money.ts'
import { bareFigures, marketFigures } from './coin-figures.ts'
import type { CoinFigures } from './coin-figures.ts'
import type { CoinbaseSpot } from './coinbase-spot.ts'
import type { Coinbase } from './coinbase.ts'
import type { CoinGecko } from './coingecko.ts'
import type { CoinPaprika } from './coinpaprika.ts'
import type { DefillamaCoins } from './defillama-coins.ts'
import { wellKnown } from './find-coin.ts'
import type { FoundCoin } from './find-coin.ts'
import { candidate, firstToAnswer } from './in-order.ts'
import type { Candidate } from './in-order.ts'
import type { Kraken } from './kraken.ts'
import { paprikaCandidate, paprikaListCandidate } from './paprika-candidate.ts'
import { resolveSymbol } from './resolve-symbol.ts'
import type { SourceStamp } from './source.ts'
import type { VenuePrice } from './venue.ts'

/** Whom to ask for the prices of many coins, in this order. */
export interface ManyCoinSources {
  readonly coingecko: CoinGecko
  readonly coinpaprika: CoinPaprika
  readonly defillamaCoins: DefillamaCoins
}

/** Whom to ask for a coin's price. */
export interface CoinSources extends ManyCoinSources {
  readonly coinbase: Coinbase
  readonly kraken: Kraken
  readonly coinbaseSpot: CoinbaseSpot
}

/** A coin's price in USD and what its source knows besides. */
export interface CoinQuote extends CoinFigures {
  readonly source: SourceStamp
  /** True when it is not from the first that is asked. */
  readonly fallback: boolean
}

/** How long each source is waited for, so that all of them being slow at once does not take longer than a call may. */
export const patienceMs = 1_200

/**
 * The price of a coin: fresh from the first source that has it (CoinGecko, exchanges, other lists), else the first old
 * value that is still within bounds. Null when those who answered don't know it.
 * @throws UpstreamError when nobody can answer.
 */
export function coinQuote(sources: CoinSources, coin: FoundCoin, signal?: AbortSignal): Promise<CoinQuote | null> {
  return quoteOf(candidatesFor(sources, coin), coin, signal)
}

/** The first nearly always answers, so that the others are seldom made. */
function* candidatesFor(sources: CoinSources, coin: FoundCoin): Generator<Candidate<CoinFigures>> {
  const { coinbase, kraken, coinbaseSpot } = sources
  const { row } = coin
  const ofVenue = (value: VenuePrice | null) => value && bareFigures(coin, Number(value.price), value.change24h)
  const [atCoinbase, atKraken] = [row?.coinbase ?? null, row?.kraken ?? null]
  yield* fromCoinGecko(sources, coin)
  if (atCoinbase !== null) yield candidate(coinbase.source, coinbase.price, atCoinbase, ofVenue)
  if (atKraken !== null) yield candidate(kraken.source, kraken.price, atKraken, ofVenue)
  if (isNamed(coin)) yield paprikaCandidate(sources.coinpaprika, coin)
  yield* fromDefiLlama(sources, coin)
  if (atCoinbase !== null) yield candidate(coinbaseSpot.source, coinbaseSpot.price, atCoinbase, ofVenue)
}

/** The same for those who ask for many coins at the same time: only sources that answer them all in one request. */
export function coinQuoteAmongMany(sources: ManyCoinSources, coin: FoundCoin, signal?: AbortSignal): Promise<CoinQuote | null> {
  return quoteOf(
    [
      ...fromCoinGecko(sources, coin),
      ...(isNamed(coin) ? [paprikaListCandidate(sources.coinpaprika, coin)] : []),
      ...fromDefiLlama(sources, coin),
    ],
    coin,
    signal,
  )
}

/** The same if CoinGecko's word is in hand and fresh, without asking anybody. */
export function quoteInHand({ coingecko }: ManyCoinSources, coin: FoundCoin): CoinQuote | null {
  const held = coin.id === null ? null : coingecko.market.held(coin.id)
  const figures = held?.source.cache === 'hit' ? marketFigures(coin, held.value) : null
  return held && figures && { ...figures, source: held.source, fallback: false }
}

/** USD of one well-known coin in USDC base units; null where nobody can say. */
export async function coinPriceUsd(sources: CoinSources, ticker: string): Promise<bigint | null> {
  const resolved = resolveSymbol(ticker)
  if (resolved?.kind !== 'well-known') return null
  const quote = await coinQuote(sources, wellKnown(resolved.row, null)).catch(() => null)
  return quote && quote.price < 1e12 ? usd(quote.price.toFixed(6)) : null
}

async function quoteOf(candidates: Iterable<Candidate<CoinFigures>>, coin: FoundCoin, signal?: AbortSignal): Promise<CoinQuote | null> {
  const quote = await firstToAnswer(candidates, signal, patienceMs)
  // That the others don't know it says little when the one who knows most can't be asked.
  if (!quote && coin.failure) throw coin.failure
  return quote && { ...quote.value, source: quote.source, fallback: quote.fallback || coin.failure !== null }
}

function fromCoinGecko({ coingecko }: ManyCoinSources, coin: FoundCoin): Candidate<CoinFigures>[] {
  if (coin.id === null) return []
  const one = candidate(coingecko.source, coingecko.market, coin.id, (value) => marketFigures(coin, value))
  const { failure } = coin
  // One that has just failed us is not asked again, though what it said before may still do.
  return [failure ? { ...one, fresh: () => Promise.reject(failure) } : one]
}

function fromDefiLlama({ defillamaCoins: { source, price } }: ManyCoinSources, { id, ticker }: FoundCoin): Candidate<CoinFigures>[] {
  if (id === null) return []
  return [candidate(source, price, id, (value) => value && bareFigures({ id, ticker: ticker ?? value.ticker }, value.price, null))]
}

function isNamed(coin: FoundCoin): coin is FoundCoin & { readonly ticker: string } {
  return coin.ticker !== null
}
