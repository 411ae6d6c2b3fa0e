import { usd } from '../../shared/money.ts'
import { bareFigures, marketFigures } from './coin-figures.ts'
import type { CoinFigures } from './coin-figures.ts'
import type { CoinbaseSpot } from '../adapters/markets/coinbase-spot.ts'
import type { Coinbase } from '../adapters/markets/coinbase.ts'
import type { CoinGecko } from '../adapters/markets/coingecko.ts'
import type { CoinPaprika } from '../adapters/markets/coinpaprika.ts'
import type { DefillamaCoins } from '../adapters/markets/defillama-coins.ts'
import { wellKnown } from './find-coin.ts'
import type { FoundCoin } from './find-coin.ts'
import { feedCandidate, firstAnswer } from '../policy/first-answer.ts'
import type { SourceCandidate } from '../policy/first-answer.ts'
import type { Kraken } from '../adapters/markets/kraken.ts'
import { paprikaCandidate, paprikaListCandidate } from './paprika-candidate.ts'
import { resolveSymbol } from './resolve-symbol.ts'
import type { SourceStamp } from '../policy/source.ts'
import type { VenuePrice } from './venue.ts'

/** Sources for the prices of many coins, in the order of asking. */
export interface ManyCoinSources {
  readonly coingecko: CoinGecko
  readonly coinpaprika: CoinPaprika
  readonly defillamaCoins: DefillamaCoins
}

/** Sources for the price of a coin. */
export interface CoinSources extends ManyCoinSources {
  readonly coinbase: Coinbase
  readonly kraken: Kraken
  readonly coinbaseSpot: CoinbaseSpot
}

/** A coin's price in USD, with the other figures of its source. */
export interface CoinQuote extends CoinFigures {
  readonly source: SourceStamp
  /** True when it is not from the first source. */
  readonly fallback: boolean
}

/** Longest wait for each source, so that a call ends in time even if all of them are slow. */
export const patienceMs = 1_200

/**
 * The price of a coin: fresh from the first source that has it (CoinGecko, exchanges, other lists), else the first cached value
 * that is not too old. Null when the sources that answered do not know the coin.
 * @throws UpstreamError when no source can answer.
 */
export function coinQuote(sources: CoinSources, coin: FoundCoin, signal?: AbortSignal): Promise<CoinQuote | null> {
  return quoteOf(candidatesFor(sources, coin), coin, signal)
}

/** A generator, because the first candidate nearly always answers and the others are rarely needed. */
function* candidatesFor(sources: CoinSources, coin: FoundCoin): Generator<SourceCandidate<CoinFigures>> {
  const { coinbase, kraken, coinbaseSpot } = sources
  const { row } = coin
  const ofVenue = (value: VenuePrice | null) => value && bareFigures(coin, Number(value.price), value.change24h)
  const [atCoinbase, atKraken] = [row?.coinbase ?? null, row?.kraken ?? null]
  yield* fromCoinGecko(sources, coin)
  if (atCoinbase !== null) yield feedCandidate(coinbase.source, coinbase.price, atCoinbase, ofVenue)
  if (atKraken !== null) yield feedCandidate(kraken.source, kraken.price, atKraken, ofVenue)
  if (isNamed(coin)) yield paprikaCandidate(sources.coinpaprika, coin)
  yield* fromDefiLlama(sources, coin)
  if (atCoinbase !== null) yield feedCandidate(coinbaseSpot.source, coinbaseSpot.price, atCoinbase, ofVenue)
}

/** The same for many coins at the same time: only sources that answer all of them in one request. */
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

/** The cached price from CoinGecko if it is fresh, without a request. */
export function cachedQuote({ coingecko }: ManyCoinSources, coin: FoundCoin): CoinQuote | null {
  const held = coin.id === null ? null : coingecko.market.cached(coin.id)
  const figures = held?.source.cache === 'hit' ? marketFigures(coin, held.value) : null
  return held && figures && { ...figures, source: held.source, fallback: false }
}

/** USD of one well-known coin in USDC base units; null when no source knows. */
export async function coinPriceUsd(sources: CoinSources, ticker: string): Promise<bigint | null> {
  const resolved = resolveSymbol(ticker)
  if (resolved?.kind !== 'well-known') return null
  const quote = await coinQuote(sources, wellKnown(resolved.row, null)).catch(() => null)
  return quote && quote.price < 1e12 ? usd(quote.price.toFixed(6)) : null
}

async function quoteOf(
  candidates: Iterable<SourceCandidate<CoinFigures>>,
  coin: FoundCoin,
  signal?: AbortSignal,
): Promise<CoinQuote | null> {
  const quote = await firstAnswer(candidates, signal, patienceMs)
  // When CoinGecko cannot be asked, other sources not knowing the coin says little.
  if (!quote && coin.failure) throw coin.failure
  return quote && { ...quote.value, source: quote.source, fallback: quote.fallback || coin.failure !== null }
}

function fromCoinGecko({ coingecko }: ManyCoinSources, coin: FoundCoin): SourceCandidate<CoinFigures>[] {
  if (coin.id === null) return []
  const one = feedCandidate(coingecko.source, coingecko.market, coin.id, (value) => marketFigures(coin, value))
  const { failure } = coin
  // A source that has just failed is not asked again, but its cached value may be used.
  return [failure ? { ...one, fresh: () => Promise.reject(failure) } : one]
}

function fromDefiLlama({ defillamaCoins: { source, price } }: ManyCoinSources, { id, ticker }: FoundCoin): SourceCandidate<CoinFigures>[] {
  if (id === null) return []
  return [feedCandidate(source, price, id, (value) => value && bareFigures({ id, ticker: ticker ?? value.ticker }, value.price, null))]
}

function isNamed(coin: FoundCoin): coin is FoundCoin & { readonly ticker: string } {
  return coin.ticker !== null
}
