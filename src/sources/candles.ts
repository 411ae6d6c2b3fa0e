import { UpstreamGarbage } from '../net/upstream-errors.ts'
import { plainDecimal } from './decimal.ts'
import type { Freshness } from './feed.ts'

/** What was traded in one stretch of time. Figures are plain decimals without zeros at their end, volume in units of the coin. */
export interface Candle {
  /** When it begins, in seconds since the epoch. */
  readonly time: number
  readonly open: string
  readonly high: string
  readonly low: string
  readonly close: string
  readonly volume: string
}

/** Candles as one request brought them. */
export interface CandlePage {
  /** The oldest first; a stretch without a trade has none. */
  readonly candles: readonly Candle[]
  /** In seconds: from here on nothing is left out but stretches without a trade. */
  readonly from: number
  /** In seconds: candles that end by then will not change any more. */
  readonly settledAt: number
  /** Length of a candle in seconds. */
  readonly step: number
  /** Everything on it is settled, and no later request would bring another. */
  readonly complete: boolean
}

/** Trades of the last moment come in a little later, and clocks differ. */
const graceSeconds = 2

/** Candles that end by then are done, for one who asks at `now` (milliseconds). In seconds. */
export function settledAt(now: number): number {
  return now / 1000 - graceSeconds
}

const yearMs = 365 * 86_400_000
const longestFreshMs = 900_000
const refreshMs = 60_000
const unknownMs = 300_000

/**
 * A complete page is good for ever. One that ends in the present is fresh until its last candle closes, but for a
 * quarter of an hour at most, and may stand in for another quarter. A market that a venue does not have is asked for
 * again after five minutes.
 */
export function candleFreshness(page: CandlePage | null, fetchedAt: number): Freshness {
  if (page?.complete === true) return ages(fetchedAt + yearMs, fetchedAt + yearMs, fetchedAt + yearMs)
  if (!page) return ages(fetchedAt + unknownMs, fetchedAt + unknownMs, fetchedAt + unknownMs)
  const nextClose = (Math.floor(settledAt(fetchedAt) / page.step) + 1) * page.step + graceSeconds
  const freshUntil = Math.min(nextClose * 1000, fetchedAt + longestFreshMs)
  return ages(Math.min(freshUntil, fetchedAt + refreshMs), freshUntil, freshUntil + longestFreshMs)
}

function ages(refreshAt: number, freshUntil: number, staleUntil: number): Freshness {
  return { refreshAt, freshUntil, staleUntil }
}

/** A candle as a venue writes it: time in seconds, figures as numbers or decimal strings. */
export interface WrittenCandle {
  readonly time: number
  readonly open: number | string
  readonly high: number | string
  readonly low: number | string
  readonly close: number | string
  readonly volume: number | string
}

/**
 * Checks candles and puts them in order. Some venues write one for a stretch without a trade and some don't: here there is none.
 * @throws UpstreamGarbage for what no market could have done, for times that are none of this length, and for one time twice.
 */
export function readCandles(written: readonly WrittenCandle[], step: number, now: number): Candle[] {
  const candles = written.map((one) => readCandle(one, step, now)).toSorted((a, b) => a.time - b.time)
  if (candles.some((candle, index) => candle.time === candles[index - 1]?.time)) throw new UpstreamGarbage('wrong_shape')
  return candles.filter((candle) => candle.volume !== '0')
}

function readCandle(written: WrittenCandle, step: number, now: number): Candle {
  const { time } = written
  const candle = {
    time,
    open: figure(written.open),
    high: figure(written.high),
    low: figure(written.low),
    close: figure(written.close),
    volume: figure(written.volume),
  }
  // Decimals that are in order are so as doubles too.
  const [open, high, low, close] = [Number(candle.open), Number(candle.high), Number(candle.low), Number(candle.close)]
  const inOrder = low > 0 && low <= open && low <= close && high >= open && high >= close
  // A venue's clock may be ahead of ours by a little, not by a candle.
  if (!inOrder || time % step !== 0 || time < 0 || time > now / 1000 + step) throw new UpstreamGarbage('wrong_shape')
  return candle
}

const plain = /^(?:0|[1-9]\d{0,20})(?:\.\d{1,24})?$/

/** A figure as a plain decimal. JSON's numbers are taken as the shortest decimal that means them, which is what venues write. */
function figure(written: number | string): string {
  const text = String(written)
  // Nearly all are plain, and a page has thousands.
  const decimal = plain.test(text) ? text : plainDecimal(text)
  if (decimal === null || decimal.startsWith('-')) throw new UpstreamGarbage('wrong_shape')
  return decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal
}
