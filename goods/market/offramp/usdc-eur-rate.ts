import {
  type Feed,
  parseRate,
  rateDecimals,
  type Sourced,
  type SourceStamp,
  UpstreamGarbage,
  upstreamProblem,
} from '../../../src/goods/kit/http.ts'
import type { Clock } from '../../../src/goods/kit/parts.ts'
import { nullIfUpstream } from '../../../src/goods/kit/several-sources.ts'
import { daysBetween, utcDay } from '../../../src/goods/kit/time.ts'
import type { Chainlink } from '../sources/chainlink.ts'
import type { UniswapV3 } from '../sources/uniswap-v3.ts'
import type { Bitstamp } from '../sources/bitstamp.ts'
import type { Bitvavo } from '../sources/bitvavo.ts'
import type { Coinbase } from '../sources/coinbase.ts'
import type { ReferenceRates, ReferenceRatesPort } from '../../../src/goods/kit/ports.ts'
import type { Kraken } from '../sources/kraken.ts'
import type { BookLevel, DepthBook } from '../coins/depth-feed.ts'
import type { Book } from '../coins/venue.ts'

/** Rates are fixed point with eight decimal places, rounded down. */
export const usdcEurDecimals = 8

/** EUR for one USDC. */
export interface UsdcEurRate {
  /** Median of the venues' bids: the price for selling USDC. Without venues, the price of a dollar by the reference rate. */
  readonly bid: bigint
  /** The market's figures; null when no live price backs the rate. */
  readonly market: {
    /** Median of the venues' mids. */
    readonly mid: bigint
    /** Between the medians of asks and bids, in hundredths of a basis point. */
    readonly spreadCentiBps: bigint
  } | null
  readonly venues: readonly { readonly id: string; readonly bid: string; readonly ask: string }[]
  /** The ECB's USD for 1 EUR that the rate was checked against, and its business day. */
  readonly reference: { readonly date: string; readonly usdPerEur: string }
}

export type RateRefusal = 'too_few_venues' | 'venues_differ' | 'no_reference' | 'strays_from_reference'

export interface VenueBook {
  readonly id: string
  readonly book: Book
}

const one = 10n ** BigInt(rateDecimals)
const toRate = 10n ** BigInt(rateDecimals - usdcEurDecimals)
const minVenues = 2
const maxReferenceDays = 6

/**
 * The rate from the venues' order books, or why there is none: fewer than two venues with a spread below 1 %, mids more than
 * 1 % apart, or a median too far from the ECB's reference rate (2.5 % for a fix of one day, a point more for each further day,
 * 5 % at most; a fix older than six days is not used).
 * @param today UTC day, YYYY-MM-DD.
 */
export function usdcEurFrom(books: readonly VenueBook[], reference: ReferenceRates | null, today: string): UsdcEurRate | RateRefusal {
  const venues = books.map(({ id, book }) => ({ id, text: book, bid: parseRate(book.bid), ask: parseRate(book.ask) })).filter(isTight)
  if (venues.length < minVenues) return 'too_few_venues'
  const mids = venues.map(({ bid, ask }) => (bid + ask) / 2n)
  const mid = median(mids)
  const [lowest, highest] = [mids.reduce(smaller), mids.reduce(greater)]
  if ((highest - lowest) * 100n > mid) return 'venues_differ'

  const anchor = anchorOf(reference, today)
  if (!anchor) return 'no_reference'
  if (isTooFar(mid, anchor)) return 'strays_from_reference'

  const bid = median(venues.map((venue) => venue.bid))
  const ask = median(venues.map((venue) => venue.ask))
  return {
    bid: bid / toRate,
    market: { mid: mid / toRate, spreadCentiBps: ((ask - bid) * 1_000_000n) / mid },
    venues: venues.map(({ id, text }) => ({ id, bid: text.bid, ask: text.ask })),
    reference: anchor.reference,
  }
}

/**
 * The rate when fewer than two venues have an order book: one USDC counts as one dollar, at the ECB's reference rate. No live
 * price backs it, so answers must label it. It is refused when the only order book contradicts it.
 * @param today UTC day, YYYY-MM-DD.
 */
export function usdcEurByReference(
  books: readonly VenueBook[],
  reference: ReferenceRates | null,
  today: string,
): UsdcEurRate | RateRefusal {
  const anchor = anchorOf(reference, today)
  if (!anchor) return 'too_few_venues'
  const contradicts = ({ book }: VenueBook) => {
    const [bid, ask] = [parseRate(book.bid), parseRate(book.ask)]
    return (bid > anchor.rate && isTooFar(bid, anchor)) || (ask < anchor.rate && isTooFar(ask, anchor))
  }
  if (books.some(contradicts)) return 'strays_from_reference'
  return { bid: anchor.rate / toRate, market: null, venues: [], reference: anchor.reference }
}

interface Anchor {
  /** EUR for 1 USD, in fixed point. */
  readonly rate: bigint
  readonly bandBps: bigint
  readonly reference: UsdcEurRate['reference']
}

/** Null without a reference rate that is recent enough on that day. */
function anchorOf(reference: ReferenceRates | null, today: string): Anchor | null {
  const usdPerEur = reference?.perEur['USD']
  const age = reference ? daysBetween(reference.date, today) : Number.NaN
  if (!reference || usdPerEur === undefined || !(age >= -1 && age <= maxReferenceDays)) return null
  return { rate: (one * one) / parseRate(usdPerEur), bandBps: anchorBandBps(age), reference: { date: reference.date, usdPerEur } }
}

function isTooFar(price: bigint, { rate, bandBps }: Anchor): boolean {
  const distance = price > rate ? price - rate : rate - price
  return distance * 10_000n > rate * bandBps
}

/** How far the median may be from the reference rate, in basis points, by the age of the fix in days. */
export function anchorBandBps(ageInDays: number): bigint {
  return BigInt(Math.min(500, 250 + 100 * Math.max(0, ageInDays - 1)))
}

/** An order book with a spread above 1 % says nothing about the price. */
function isTight({ bid, ask }: { bid: bigint; ask: bigint }): boolean {
  return (ask - bid) * 100n <= ask
}

/** @param values at least one; of an even number, the mean of the middle two, rounded down. */
export function median(values: readonly bigint[]): bigint {
  const sorted = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const upper = sorted[sorted.length >> 1] ?? 0n
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[(sorted.length >> 1) - 1] ?? 0n)) / 2n
}

const smaller = (a: bigint, b: bigint) => (a < b ? a : b)
const greater = (a: bigint, b: bigint) => (a > b ? a : b)

export interface RateSources {
  /** Null where no line has any. */
  readonly referenceRates: Pick<ReferenceRatesPort, 'latest'> | null
  readonly chainlink: Chainlink
  readonly uniswapV3: UniswapV3
  readonly kraken: Kraken
  readonly coinbase: Coinbase
  readonly bitstamp: Bitstamp
  readonly bitvavo: Bitvavo
}

function venueFeeds({ chainlink, uniswapV3, kraken, coinbase, bitstamp, bitvavo }: RateSources) {
  return [
    { ...uniswapV3.usdcEur, market: 'USDC-EUR' },
    { ...chainlink.usdcEur, market: 'USDC-EUR' },
    { ...kraken, market: 'USDCEUR' },
    { ...coinbase, market: 'USDC-EUR' },
    { ...bitstamp, market: 'usdceur' },
    { ...bitvavo, market: 'USDC-EUR' },
  ]
}

/** The same venues for declarations of offers. Two are needed for a rate. */
export const usdcEurVenues = {
  'uniswap-v3': ['usdcEur'],
  chainlink: ['usdcEur'],
  kraken: ['depth', 'book'],
  coinbase: ['depth', 'book'],
  bitstamp: ['depth', 'book'],
  bitvavo: ['depth', 'book'],
} as const

const refusals: Record<RateRefusal, string> = {
  too_few_venues: 'Fewer than two venues have a USDC/EUR price at the moment.',
  venues_differ: 'The USDC/EUR prices of the venues differ by more than 1 % at the moment.',
  no_reference: 'There is no recent ECB reference rate to check the venues against.',
  strays_from_reference: 'The venues are too far from the ECB reference rate at the moment.',
}

export interface LoadedRate extends UsdcEurRate {
  readonly stamps: readonly SourceStamp[]
  /** ISO time of the oldest figure behind the rate: an order book, or without any the reference rate. */
  readonly asOf: string
  readonly degraded: boolean
  /** Bids of those venues of the rate that gave their order book, best first. */
  readonly bids: ReadonlyMap<string, readonly BookLevel[]>
}

interface VenueFeed {
  readonly book: Feed<Book | null>
  readonly depth: Feed<DepthBook | Book | null>
  readonly market: string
}

/** The order book of a venue; its best prices alone where that can't be understood. A venue that is down is not asked twice. */
async function bookOf({ book, depth, market }: VenueFeed, signal: AbortSignal): Promise<Sourced<Book | DepthBook | null>> {
  try {
    return await depth.get(market, { signal })
  } catch (error) {
    if (error instanceof UpstreamGarbage) return book.get(market, { signal })
    throw error
  }
}

/**
 * Asks all enabled venues and the ECB in parallel, and computes the rate: from the order books of two venues or more, else from
 * the reference rate.
 * @throws Problem `upstream_unavailable` when they do not give a rate.
 */
export async function loadUsdcEurRate(sources: RateSources, clock: Clock, signal: AbortSignal): Promise<LoadedRate> {
  const enabled = venueFeeds(sources).filter(({ source }) => source.enabled)
  const [reference, ...answers] = await Promise.all([
    sources.referenceRates?.latest(signal).catch(nullIfUpstream) ?? null,
    ...enabled.map((venue) =>
      bookOf(venue, signal).then(
        (answer) => ({ id: venue.source.terms.id, answer }),
        () => null,
      ),
    ),
  ])
  const given = answers.flatMap((one) => (one?.answer.value ? [{ id: one.id, book: one.answer.value, stamp: one.answer.source }] : []))
  const today = utcDay(clock.now())
  const live = usdcEurFrom(given, reference?.value ?? null, today)
  const rate = live === 'too_few_venues' ? usdcEurByReference(given, reference?.value ?? null, today) : live
  if (typeof rate === 'string') throw upstreamProblem(refusals[rate])
  const used = new Set(rate.venues.map((venue) => venue.id))
  const books = given.filter(({ id }) => used.has(id)).map(({ stamp }) => stamp)
  const references = reference ? [reference.source] : []
  return {
    ...rate,
    stamps: [...books, ...references],
    asOf: (books.length > 0 ? books : references).map(({ asOf }) => asOf).toSorted()[0] ?? '',
    degraded: used.size < enabled.length || reference?.fallback === true,
    bids: new Map(given.flatMap(({ id, book }) => (used.has(id) && 'bids' in book ? [[id, book.bids] as const] : []))),
  }
}
