import { UpstreamError } from '../net/upstream-errors.ts'
import { usd } from '../shared/money.ts'
import type { CoinbaseSpot } from './coinbase-spot.ts'
import type { Coinbase } from './coinbase.ts'
import type { CoinGecko, CoinMarket } from './coingecko.ts'
import type { Feed, FeedOptions } from './feed.ts'
import type { Kraken } from './kraken.ts'
import { resolveSymbol } from './resolve-symbol.ts'
import type { ResolvedSymbol } from './resolve-symbol.ts'
import type { Sourced, SourceStamp } from './source.ts'
import type { VenuePrice } from './venue.ts'

/** Whom to ask for a coin's price, in this order. */
export interface CoinSources {
  readonly coingecko: CoinGecko
  readonly coinbase: Coinbase
  readonly kraken: Kraken
  readonly coinbaseSpot: CoinbaseSpot
}

/** A coin's price in USD and what its source knows besides; null for what it does not. */
export interface CoinQuote {
  readonly ticker: string
  /** CoinGecko's id. */
  readonly id: string
  readonly price: number
  /** Per cent. */
  readonly change24h: number | null
  /** Of all venues together, so a single venue never gives them. */
  readonly marketCap: number | null
  readonly volume24h: number | null
  readonly source: SourceStamp
  /** True when it is not from the first that is asked. */
  readonly fallback: boolean
}

type Figures = Omit<CoinQuote, 'source' | 'fallback'>

interface Candidate {
  fresh(options: FeedOptions): Promise<Sourced<Figures | null>>
  held(): Sourced<Figures | null> | null
}

/**
 * The price of a ticker or CoinGecko id: fresh from the first source that has it, else the newest old value that is
 * still within bounds. Null when those who answered don't know the symbol.
 * @throws UpstreamError when nobody can answer.
 */
export async function coinQuote(sources: CoinSources, symbol: string, signal?: AbortSignal): Promise<CoinQuote | null> {
  const resolved = resolveSymbol(symbol)
  if (!resolved) return null
  const candidates = candidatesFor(sources, resolved)
  let failure: UpstreamError | null = null
  for (const [index, candidate] of candidates.entries()) {
    try {
      const { value, source } = await candidate.fresh({ freshOnly: true, ...(signal ? { signal } : {}) })
      if (value) return { ...value, source, fallback: index > 0 }
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      failure ??= error
    }
  }
  if (!failure) return null
  for (const [index, candidate] of candidates.entries()) {
    const old = candidate.held()
    if (old?.value) return { ...old.value, source: old.source, fallback: index > 0 }
  }
  throw failure
}

/** USD of one coin in USDC base units; null where nobody can say. */
export async function coinPriceUsd(sources: CoinSources, ticker: string): Promise<bigint | null> {
  const quote = await coinQuote(sources, ticker).catch(() => null)
  return quote && quote.price < 1e12 ? usd(quote.price.toFixed(6)) : null
}

function candidatesFor(sources: CoinSources, resolved: ResolvedSymbol): Candidate[] {
  const { coingecko, coinbase, kraken, coinbaseSpot } = sources
  const id = resolved.kind === 'id' ? resolved.coingecko : resolved.row.coingecko
  const ticker = resolved.kind === 'id' ? null : resolved.row.ticker
  const ofVenue = (value: VenuePrice): Figures => ({
    ticker: ticker ?? '',
    id,
    price: Number(value.price),
    change24h: value.change24h,
    marketCap: null,
    volume24h: null,
  })
  const row = resolved.kind === 'id' ? null : resolved.row
  return [
    ...(coingecko.source.enabled ? [candidate(coingecko.market, id, (value) => ofMarket(value, ticker))] : []),
    ...(coinbase.source.enabled && row?.coinbase ? [candidate(coinbase.price, row.coinbase, ofVenue)] : []),
    ...(kraken.source.enabled && row?.kraken ? [candidate(kraken.price, row.kraken, ofVenue)] : []),
    ...(coinbaseSpot.source.enabled && row?.coinbase ? [candidate(coinbaseSpot.price, row.coinbase, ofVenue)] : []),
  ]
}

function ofMarket(value: CoinMarket, ticker: string | null): Figures | null {
  if (value.price === null) return null
  const { id, price, change24h, marketCap, volume24h } = value
  return { ticker: ticker ?? value.ticker, id, price, change24h, marketCap, volume24h }
}

function candidate<V>(feed: Feed<V | null>, key: string, figuresOf: (value: V) => Figures | null): Candidate {
  const figures = ({ value, source }: Sourced<V | null>) => ({ value: value === null ? null : figuresOf(value), source })
  return {
    fresh: async (options) => figures(await feed.get(key, options)),
    held() {
      const old = feed.held(key)
      return old && figures(old)
    },
  }
}
