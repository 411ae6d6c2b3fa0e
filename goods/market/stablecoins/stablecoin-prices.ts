import { formatUnits } from '../../../src/goods/kit/answers.ts'
import { parseRate, plainDecimal, positiveDecimal, rateDecimals, type SourceStamp } from '../../../src/goods/kit/http.ts'
import type { Clock } from '../../../src/goods/kit/parts.ts'
import { askSource, nullIfUpstream, originOf, type SourceReply } from '../../../src/goods/kit/several-sources.ts'
import { daysBetween, utcDay } from '../../../src/goods/kit/time.ts'
import type { ListedStablecoin } from '../sources/defillama-stablecoins.ts'
import type { MarketSources } from '../market-sources.ts'
import { chainPricesOf, type QuotedPrice } from '../coins/chain-quote.ts'
import { usdcByPools } from '../coins/usdc-by-pools.ts'
import { wellKnownSymbols } from '../coins/symbols.ts'
import { anchorBandBps } from '../offramp/usdc-eur-rate.ts'
import { agreementOf, deviationBps, judgePeg, priceOf } from './peg.ts'
import type { DepegReason, SourcePrice } from './peg.ts'
import type { StablecoinData } from './stablecoin-answer.ts'

const one = 10n ** BigInt(rateDecimals)
/** A dollar coin moves a few basis points on an ordinary day. */
const usdThresholdBps = 100

/** A price with its stamp. */
export type Quote = SourcePrice & { readonly stamp: SourceStamp }

export interface AskedPrices {
  readonly quotes: readonly Quote[]
  readonly replies: readonly SourceReply<unknown>[]
}

/** Asks all sources except DefiLlama for the price of a coin, concurrently: contracts on chain, a list, and exchanges. */
export async function askPrices(sources: MarketSources, coingeckoId: string | null, signal: AbortSignal): Promise<AskedPrices> {
  if (coingeckoId === null) return { quotes: [], replies: [] }
  const { coingecko, coinbase, kraken } = sources
  const row = wellKnownSymbols.find((known) => known.coingecko === coingeckoId)
  const off: SourceReply<null> = { kind: 'off' }
  const [onChain, byPools, market, ...venues] = await Promise.all([
    row ? chainPricesOf(sources, row.ticker, { signal }) : null,
    row?.ticker === 'USDC' ? usdcByPools(sources, { signal }) : [],
    askSource(coingecko.source, coingecko.market, coingeckoId, { signal }),
    row?.coinbase ? askSource(coinbase.source, coinbase.price, row.coinbase, { signal }) : off,
    row?.kraken ? askSource(kraken.source, kraken.price, row.kraken, { signal }) : off,
  ])
  const quotes = [
    ...(onChain?.prices.flatMap(onChainQuote) ?? []),
    ...byPools.flatMap(onChainQuote),
    ...(market.kind === 'answered' ? quoteOf(market.value?.price ?? null, market.source) : []),
    ...venues.flatMap((venue) => (venue.kind === 'answered' ? quoteOf(venue.value?.price ?? null, venue.source) : [])),
  ]
  const unread: SourceReply<null>[] = onChain?.failure ? [{ kind: 'failed', error: onChain.failure }] : []
  return { quotes, replies: [market, ...venues, ...unread] }
}

function onChainQuote({ origin, price, source: stamp }: QuotedPrice): Quote[] {
  const text = positiveDecimal.safeParse(plainDecimal(Number(price.toPrecision(10)))).data
  return text === undefined ? [] : [{ source: stamp.id, origin, price: text, fresh: stamp.cache !== 'stale', stamp: { ...stamp, origin } }]
}

/** DefiLlama's price. Coins that it no longer follows have none. */
export function listedQuote(coin: ListedStablecoin, stamp: SourceStamp): Quote[] {
  return coin.status === 'active' || coin.status === 'deprecated' ? quoteOf(coin.price, stamp) : []
}

function quoteOf(price: number | string | null, stamp: SourceStamp): Quote[] {
  const origin = originOf(stamp)
  const text = positiveDecimal.safeParse(price === null ? null : plainDecimal(price)).data
  return text === undefined ? [] : [{ source: stamp.id, origin, price: text, fresh: stamp.cache !== 'stale', stamp: { ...stamp, origin } }]
}

/** The value of a peg, and the distance at which a price has left it. */
export interface Peg {
  readonly currency: string | null
  /** USD in fixed point; null where no source gives it. */
  readonly usd: bigint | null
  readonly date: string | null
  readonly thresholdBps: number
  readonly stamps: readonly SourceStamp[]
  /** True when the rate is not from the first choice of source. */
  readonly fallback: boolean
}

/**
 * The peg in USD. For other currencies than the dollar this is the ECB's rate, which is fixed once a day. The market may
 * move away from it while the coin holds its peg, so the threshold is wider.
 */
export async function findPeg(currency: string | null, sources: MarketSources, clock: Clock, signal: AbortSignal): Promise<Peg> {
  if (currency === null || currency === 'USD') {
    return { currency, usd: currency && one, date: null, thresholdBps: usdThresholdBps, stamps: [], fallback: false }
  }
  const found =
    (await sources.referenceRates?.fixOf({ base: currency, quote: 'USD', date: null, now: clock.now(), signal }).catch(nullIfUpstream)) ??
    null
  if (!found?.fix) return { currency, usd: null, date: null, thresholdBps: Number(anchorBandBps(5)), stamps: [], fallback: false }
  const { fix, source, fallback } = found
  return {
    currency,
    usd: (parseRate(fix.quotePerEur) * one) / parseRate(fix.basePerEur),
    date: fix.date,
    thresholdBps: Number(anchorBandBps(daysBetween(fix.date, utcDay(clock.now())))),
    stamps: [source],
    fallback,
  }
}

type PricePart = Pick<StablecoinData, 'peg' | 'priceUsd' | 'deviationBps' | 'depeg' | 'depegReason' | 'depegThresholdBps' | 'prices'>

export interface JudgedPrices {
  readonly part: PricePart
  /** The quotes behind the price; the others contradict it. */
  readonly agreeing: readonly Quote[]
  /** Whether quotes contradict each other. */
  readonly disputed: boolean
}

/**
 * The price, its distance from the peg, and whether the peg is lost. Without a majority within 3 % there is no price, unless several see
 * the coin off its peg on the same side.
 */
export function judgePrices(quotes: readonly Quote[], peg: Peg): JudgedPrices {
  const judged = judgePeg(quotes, peg.usd, peg.thresholdBps)
  const agreement = agreementOf(quotes)
  const price = agreement === null && judged.depeg !== true ? null : priceOf(quotes)
  const part = pricePart(quotes, peg, { price, ...judged })
  const others = agreement?.others ?? []
  return {
    part,
    agreeing: quotes.filter((one) => !others.includes(one)),
    disputed: quotes.length > 0 && (agreement === null || others.length > 0),
  }
}

function pricePart(
  quotes: readonly Quote[],
  peg: Peg,
  { price, depeg, reason }: { readonly price: bigint | null; readonly depeg: boolean | null; readonly reason: DepegReason | null },
): PricePart {
  const deviation = (of: bigint) => (peg.usd === null ? null : deviationBps(of, peg.usd))
  return {
    peg: { currency: peg.currency, usd: peg.usd === null ? null : formatUnits(peg.usd, rateDecimals), date: peg.date },
    priceUsd: price === null ? null : formatUnits(price, rateDecimals),
    deviationBps: price === null ? null : deviation(price),
    depeg,
    depegReason: reason !== null && peg.currency === null ? 'floating_peg' : reason,
    depegThresholdBps: peg.thresholdBps,
    prices: quotes.map(({ source, origin, price: text, stamp }) => ({
      source,
      origin,
      priceUsd: text,
      deviationBps: deviation(parseRate(text)),
      observedAt: stamp.asOf,
    })),
  }
}
