import { usd } from '../../../src/goods/door.ts'
import { type SourceStamp, UpstreamError } from '../../../src/goods/kit/http.ts'
import { asFailure, feedCandidate, firstAnswer, isFailure, originOf, type SourceCandidate } from '../../../src/goods/kit/several-sources.ts'
import { agreeOnPrice, type Agreement } from './agree-prices.ts'
import { chainQuote, type ChainPriceSources, type QuotedPrice } from './chain-quote.ts'
import { bareFigures, marketFigures } from './coin-figures.ts'
import type { CoinFigures } from './coin-figures.ts'
import type { CoinbaseSpot } from '../sources/coinbase-spot.ts'
import type { Coinbase } from '../sources/coinbase.ts'
import type { CoinGecko } from '../sources/coingecko.ts'
import type { CoinPaprika } from '../sources/coinpaprika.ts'
import type { DefillamaCoins } from '../sources/defillama-coins.ts'
import { wellKnown } from './find-coin.ts'
import type { FoundCoin } from './find-coin.ts'
import type { Kraken } from '../sources/kraken.ts'
import { paprikaCandidate, paprikaListCandidate } from './paprika-candidate.ts'
import { resolveSymbol } from './resolve-symbol.ts'
import type { VenuePrice } from './venue.ts'

/** Sources for the prices of many coins, in the order of asking. */
export interface ManyCoinSources extends ChainPriceSources {
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

/** A coin's price in USD on which its origins agree, with the other figures that its sources have. */
export interface CoinQuote extends CoinFigures {
  /** Of one of the prices that agree, the newest. */
  readonly source: SourceStamp
  /** Of the list that has the other figures. */
  readonly figuresFrom: SourceStamp | null
  /** Whether a source that was to answer did not; without a price on chain also whether another than the first list answered. */
  readonly fallback: boolean
  /** Whether the prices contradict each other, or agree only roughly. */
  readonly uneasy: boolean
  /** The prices that agree, and those that do not. One for each origin. */
  readonly prices: readonly QuotedPrice[]
  readonly others: readonly QuotedPrice[]
  /** Between the highest and the lowest of the prices that agree, in basis points; null for one price alone. */
  readonly spreadBps: number | null
}

/** The origins of a price differ so much that no price can be given. */
export class PricesDiffer extends UpstreamError {
  readonly code = 'prices_differ'
  constructor() {
    super('the origins of a price differ')
  }
}

/** A list's price with its other figures. */
interface ListedQuote extends CoinFigures {
  readonly source: SourceStamp
  readonly fallback: boolean
}

/** Longest wait for each source, so that a call ends in time even if all of them are slow. */
export const patienceMs = 1_200

/**
 * The price of a coin, on which its origins agree: feeds and pools on the networks of the service, and the first list that has it
 * (CoinGecko, exchanges, other lists), fresh, else the first cached value that is not too old. Null when the sources that answered
 * do not know the coin.
 * @throws UpstreamError when no source can answer; PricesDiffer
 */
export function coinQuote(sources: CoinSources, coin: FoundCoin, signal?: AbortSignal): Promise<CoinQuote | null> {
  return withChains(sources, coin, listedQuote(candidatesFor(sources, coin), coin, signal), signal)
}

async function withChains(
  sources: ChainPriceSources,
  coin: FoundCoin,
  asking: Promise<ListedQuote | null>,
  signal?: AbortSignal,
): Promise<CoinQuote | null> {
  const [onChain, listed] = await Promise.all([
    // The tables know coins by ticker, and another coin may have the same one.
    chainQuote(sources, coin.row?.ticker ?? null, { waitMs: patienceMs, ...(signal ? { signal } : {}) }),
    asking.catch(asFailure),
  ])
  const list = isFailure(listed) ? null : listed
  if (onChain.prices.length === 0) {
    if (isFailure(listed)) throw listed
    if (list === null && onChain.failure) throw onChain.failure
    return list && { ...aloneOf(list), fallback: list.fallback || onChain.failure !== null }
  }
  // An old price of a list is not held against fresh ones.
  const agreement = agreeOnPrice([...onChain.prices, ...(list && list.source.cache !== 'stale' ? [ofList(list)] : [])])
  if (agreement === null) throw new PricesDiffer()
  const { price, agreeing, others, spreadBps } = agreement
  const [newest] = agreeing.toSorted((a, b) => Date.parse(b.source.asOf) - Date.parse(a.source.asOf)) as [QuotedPrice]
  // A list whose price is wrong has no say in other figures either.
  const figures = list && !others.some(({ source }) => source === list.source) ? list : null
  return {
    ...(figures ?? bareFigures(coin, price, null)),
    price: agreeing.length === 1 ? price : Number(price.toPrecision(10)),
    change24h: figures?.change24h ?? onChain.change24h,
    source: newest.source,
    figuresFrom: figures?.source ?? null,
    // A list only adds to what chains say, so that one which is down makes the answer no worse than without it.
    fallback: onChain.failure !== null,
    uneasy: isUneasy(agreement),
    prices: agreeing,
    others,
    spreadBps,
  }
}

/** Whether origins contradict each other, or agree only roughly: one more that differs a little does not make the others less certain. */
function isUneasy({ agreeing, others }: Agreement<QuotedPrice>): boolean {
  return others.length > 0 || agreeOnPrice(agreeing, quietSpread) === null
}

/** Where most of the origins are further apart than this, the answer is less certain. */
const quietSpread = 0.01

/** The price of a list as the only origin. */
function aloneOf(list: ListedQuote): CoinQuote {
  return { ...list, figuresFrom: list.source, prices: [ofList(list)], others: [], spreadBps: null, uneasy: false }
}

function ofList({ price, source }: ListedQuote): QuotedPrice {
  return { origin: originOf(source), price, source, network: null, depthUsd: null }
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
  const candidates = [
    ...fromCoinGecko(sources, coin),
    ...(isNamed(coin) ? [paprikaListCandidate(sources.coinpaprika, coin)] : []),
    ...fromDefiLlama(sources, coin),
  ]
  return withChains(sources, coin, listedQuote(candidates, coin, signal), signal)
}

/** The stamps behind a price in an answer about many coins. Prices that agree only roughly are worth no more than one of them. */
export function stampsBehind({ prices, source, others, uneasy }: CoinQuote): SourceStamp[] {
  return uneasy && others.length === 0 ? [source] : prices.map((one) => one.source)
}

/** The cached price from CoinGecko if it is fresh, without a request. Null where chains have a price too. */
export function cachedQuote({ coingecko, chainlink, uniswapV3 }: ManyCoinSources, coin: FoundCoin): CoinQuote | null {
  if (chainlink.source.enabled || uniswapV3.source.enabled) return null
  const held = coin.id === null ? null : coingecko.market.cached(coin.id)
  const figures = held?.source.cache === 'hit' ? marketFigures(coin, held.value) : null
  if (!held || !figures) return null
  return aloneOf({ ...figures, source: held.source, fallback: false })
}

/** USD of one well-known coin in USDC base units; null when no source knows. */
export async function coinPriceUsd(sources: CoinSources, ticker: string): Promise<bigint | null> {
  const resolved = resolveSymbol(ticker)
  if (resolved?.kind !== 'well-known') return null
  const quote = await coinQuote(sources, wellKnown(resolved.row, null)).catch(() => null)
  return quote && quote.price < 1e12 ? usd(quote.price.toFixed(6)) : null
}

async function listedQuote(
  candidates: Iterable<SourceCandidate<CoinFigures>>,
  coin: FoundCoin,
  signal?: AbortSignal,
): Promise<ListedQuote | null> {
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
