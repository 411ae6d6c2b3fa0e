import { utcDay } from '../shared/clock.ts'
import type { Clock } from '../shared/clock.ts'
import { parseRate, rateDecimals } from './decimal.ts'
import { daysBetween } from './frankfurt-time.ts'
import type { Bitstamp } from './bitstamp.ts'
import type { Bitvavo } from './bitvavo.ts'
import type { Coinbase } from './coinbase.ts'
import type { Ecb, ReferenceRates } from './ecb.ts'
import type { Kraken } from './kraken.ts'
import type { SourceStamp } from './source.ts'
import type { Supply } from './availability.ts'
import { upstreamProblem } from './upstream-problem.ts'
import type { Book } from './venue.ts'

/** Rates are fixed point with eight places, rounded down. */
export const usdcEurDecimals = 8

/** EUR for one USDC. */
export interface UsdcEurRate {
  /** Median of the venues' bids: what selling USDC brings. */
  readonly bid: bigint
  /** Median of the venues' mids. */
  readonly mid: bigint
  /** Between the medians of asks and bids, in hundredths of a basis point. */
  readonly spreadCentiBps: bigint
  readonly venues: readonly { readonly id: string; readonly bid: string; readonly ask: string }[]
  /** The ECB's USD for 1 EUR that it was held against, and its business day. */
  readonly reference: { readonly date: string; readonly usdPerEur: string }
}

export type RateRefusal = 'too_few_venues' | 'venues_differ' | 'no_reference' | 'strays_from_reference'

export interface VenueBook {
  readonly id: string
  readonly book: Book
}

const one = 10n ** BigInt(rateDecimals)
const toRate = 10n ** BigInt(rateDecimals - usdcEurDecimals)
const leastVenues = 2
const oldestReferenceDays = 6

/**
 * The rate from the venues' books, or why there is none: fewer than two venues with a book tighter than 1 %, mids more
 * than 1 % apart, or a median too far from the ECB's reference rate (2.5 % for a fix of a day, a point more for each
 * further day, 5 % at most; a fix older than six days can't serve).
 * @param today UTC day, YYYY-MM-DD.
 */
export function usdcEurFrom(books: readonly VenueBook[], reference: ReferenceRates | null, today: string): UsdcEurRate | RateRefusal {
  const venues = books.map(({ id, book }) => ({ id, text: book, bid: parseRate(book.bid), ask: parseRate(book.ask) })).filter(isTight)
  if (venues.length < leastVenues) return 'too_few_venues'
  const mids = venues.map(({ bid, ask }) => (bid + ask) / 2n)
  const mid = median(mids)
  const [lowest, highest] = [mids.reduce(smaller), mids.reduce(greater)]
  if ((highest - lowest) * 100n > mid) return 'venues_differ'

  const usdPerEur = reference?.perEur['USD']
  const age = reference ? daysBetween(reference.date, today) : Number.NaN
  if (!reference || usdPerEur === undefined || !(age >= -1 && age <= oldestReferenceDays)) return 'no_reference'
  const anchor = (one * one) / parseRate(usdPerEur)
  const distance = mid > anchor ? mid - anchor : anchor - mid
  if (distance * 10_000n > anchor * anchorBandBps(age)) return 'strays_from_reference'

  const bid = median(venues.map((venue) => venue.bid))
  const ask = median(venues.map((venue) => venue.ask))
  return {
    bid: bid / toRate,
    mid: mid / toRate,
    spreadCentiBps: ((ask - bid) * 1_000_000n) / mid,
    venues: venues.map(({ id, text }) => ({ id, bid: text.bid, ask: text.ask })),
    reference: { date: reference.date, usdPerEur },
  }
}

/** How far the median may be from the reference rate, in basis points, for a fix of so many days. */
export function anchorBandBps(ageInDays: number): bigint {
  return BigInt(Math.min(500, 250 + 100 * Math.max(0, ageInDays - 1)))
}

/** A book that is wider than 1 % says nothing about the price. */
function isTight({ bid, ask }: { bid: bigint; ask: bigint }): boolean {
  return (ask - bid) * 100n <= ask
}

function median(values: readonly bigint[]): bigint {
  const sorted = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const upper = sorted[sorted.length >> 1] ?? 0n
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[(sorted.length >> 1) - 1] ?? 0n)) / 2n
}

const smaller = (a: bigint, b: bigint) => (a < b ? a : b)
const greater = (a: bigint, b: bigint) => (a > b ? a : b)

export interface RateSources {
  readonly ecb: Ecb
  readonly kraken: Kraken
  readonly coinbase: Coinbase
  readonly bitstamp: Bitstamp
  readonly bitvavo: Bitvavo
}

function venueFeeds({ kraken, coinbase, bitstamp, bitvavo }: RateSources) {
  return [
    { ...kraken, market: 'USDCEUR' },
    { ...coinbase, market: 'USDC-EUR' },
    { ...bitstamp, market: 'usdceur' },
    { ...bitvavo, market: 'USDC-EUR' },
  ]
}

/** For availability: the venues, of which two must answer, and the reference. */
export function usdcEurSupplies(sources: RateSources): { venues: Supply[]; reference: Supply } {
  return {
    venues: venueFeeds(sources).map(({ source, book }) => ({ source, feeds: [book] })),
    reference: { source: sources.ecb.source, feeds: [sources.ecb.daily] },
  }
}

const refusals: Record<RateRefusal, string> = {
  too_few_venues: 'Fewer than two venues give a USDC/EUR price at present.',
  venues_differ: 'The venues differ by more than 1 % on USDC/EUR at present.',
  no_reference: 'No recent ECB reference rate is at hand to hold the venues against.',
  strays_from_reference: 'The venues stray too far from the ECB reference rate at present.',
}

/**
 * Asks all enabled venues and the ECB at the same time and makes the rate of what they say.
 * @throws Problem `upstream_unavailable` when they don't agree on one.
 */
export async function loadUsdcEurRate(
  sources: RateSources,
  clock: Clock,
  signal: AbortSignal,
): Promise<UsdcEurRate & { stamps: readonly SourceStamp[]; degraded: boolean }> {
  const enabled = venueFeeds(sources).filter(({ source }) => source.enabled)
  const [reference, ...answers] = await Promise.all([
    sources.ecb.daily.get('', { signal }).catch(() => null),
    ...enabled.map(({ source, book, market }) =>
      book.get(market, { signal }).then(
        (answer) => ({ id: source.terms.id, answer }),
        () => null,
      ),
    ),
  ])
  const given = answers.flatMap((one) => (one?.answer.value ? [{ id: one.id, book: one.answer.value, stamp: one.answer.source }] : []))
  const rate = usdcEurFrom(given, reference?.value ?? null, utcDay(clock.now()))
  if (typeof rate === 'string') throw upstreamProblem(refusals[rate])
  const used = new Set(rate.venues.map((venue) => venue.id))
  const stamps = [...given.filter(({ id }) => used.has(id)).map(({ stamp }) => stamp), ...(reference ? [reference.source] : [])]
  return { ...rate, stamps, degraded: used.size < enabled.length }
}
