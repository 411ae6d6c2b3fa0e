import { utcDay } from '../../shared/clock.ts'
import type { Clock } from '../../shared/clock.ts'
import { formatUnits } from '../../shared/money.ts'
import { parseRate, plainDecimal, positiveDecimal, rateDecimals } from '../../sources/decimal.ts'
import type { ListedStablecoin } from '../../sources/defillama-stablecoins.ts'
import { daysBetween } from '../../sources/frankfurt-time.ts'
import { nullIfUpstream, said } from '../../sources/said.ts'
import type { Said } from '../../sources/said.ts'
import type { SourceStamp } from '../../sources/source.ts'
import type { Sources } from '../../sources/sources.ts'
import { wellKnownSymbols } from '../../sources/symbols.ts'
import { anchorBandBps } from '../../sources/usdc-eur-rate.ts'
import { deviationBps, judgePeg, priceOf } from './peg.ts'
import type { PriceSaying } from './peg.ts'
import { findFix } from './reference-fix.ts'
import type { StablecoinData } from './stablecoin-answer.ts'

const one = 10n ** BigInt(rateDecimals)
/** A coin on the dollar moves a few basis points on an ordinary day. */
const usdThresholdBps = 100

/** A price with its stamp. */
type Quote = PriceSaying & { readonly stamp: SourceStamp }

export interface AskedPrices {
  readonly quotes: readonly Quote[]
  readonly said: readonly Said<unknown>[]
}

/** Asks everybody but DefiLlama for the price of a coin, all at the same time. */
export async function askPrices(sources: Sources, coingeckoId: string | null, signal: AbortSignal): Promise<AskedPrices> {
  if (coingeckoId === null) return { quotes: [], said: [] }
  const { coingecko, coinbase, kraken } = sources
  const row = wellKnownSymbols.find((known) => known.coingecko === coingeckoId)
  const off: Said<null> = { kind: 'off' }
  const [market, ...venues] = await Promise.all([
    said(coingecko.source, coingecko.market, coingeckoId, { signal }),
    row?.coinbase ? said(coinbase.source, coinbase.price, row.coinbase, { signal }) : off,
    row?.kraken ? said(kraken.source, kraken.price, row.kraken, { signal }) : off,
  ])
  const quotes = [
    ...(market.kind === 'answered' ? quoteOf(market.value?.price ?? null, market.source) : []),
    ...venues.flatMap((venue) => (venue.kind === 'answered' ? quoteOf(venue.value?.price ?? null, venue.source) : [])),
  ]
  return { quotes, said: [market, ...venues] }
}

/** DefiLlama's price, which for most coins is somebody else's. */
export function listedQuote(coin: ListedStablecoin, stamp: SourceStamp): Quote[] {
  return quoteOf(coin.price, stamp, coin.priceFrom === 'coingecko' ? 'coingecko' : stamp.id)
}

function quoteOf(price: number | string | null, stamp: SourceStamp, origin = stamp.id): Quote[] {
  const text = positiveDecimal.safeParse(price === null ? null : plainDecimal(price)).data
  return text === undefined ? [] : [{ source: stamp.id, origin, price: text, fresh: stamp.cache !== 'stale', stamp }]
}

/** What a peg is worth, and from how far off a price has left it. */
export interface Peg {
  readonly currency: string | null
  /** USD in fixed point; null where nobody says. */
  readonly usd: bigint | null
  readonly date: string | null
  readonly thresholdBps: number
  readonly stamps: readonly SourceStamp[]
  /** True when the rate is not from the first that is asked. */
  readonly fallback: boolean
}

/**
 * The peg in USD. Other currencies than the dollar go by the ECB's rate, which is of a moment of a day, so the market
 * may move away from it while the coin holds its peg: the threshold allows for that.
 */
export async function findPeg(currency: string | null, sources: Sources, clock: Clock, signal: AbortSignal): Promise<Peg> {
  if (currency === null || currency === 'USD') {
    return { currency, usd: currency && one, date: null, thresholdBps: usdThresholdBps, stamps: [], fallback: false }
  }
  const found = await findFix(sources, { base: currency, quote: 'USD', date: null, now: clock.now(), signal }).catch(nullIfUpstream)
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

type PricePart = Pick<StablecoinData, 'peg' | 'price' | 'deviationBps' | 'depeg' | 'depegReason' | 'depegThresholdBps' | 'prices'>

/** What prices and peg say together. */
export function judgePrices(quotes: readonly Quote[], peg: Peg): PricePart {
  const price = priceOf(quotes)
  const deviation = (of: bigint) => (peg.usd === null ? null : deviationBps(of, peg.usd))
  const { depeg, reason } = judgePeg(quotes, peg.usd, peg.thresholdBps)
  return {
    peg: { currency: peg.currency, usd: peg.usd === null ? null : formatUnits(peg.usd, rateDecimals), date: peg.date },
    price: price === null ? null : formatUnits(price, rateDecimals),
    deviationBps: price === null ? null : deviation(price),
    depeg,
    depegReason: reason !== null && peg.currency === null ? 'floating_peg' : reason,
    depegThresholdBps: peg.thresholdBps,
    prices: quotes.map(({ source, origin, price: text, stamp }) => ({
      source,
      origin,
      price: text,
      deviationBps: deviation(parseRate(text)),
      asOf: stamp.asOf,
    })),
  }
}
