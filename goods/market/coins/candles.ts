import { type Freshness, plainDecimal, UpstreamGarbage } from '../../../src/goods/kit/http.ts'

/** The trades of one period. Figures are plain decimals without trailing zeros; volume is in units of the coin. */
export interface Candle {
  /** Its start, in seconds since the epoch. */
  readonly time: number
  readonly open: string
  readonly high: string
  readonly low: string
  readonly close: string
  readonly volume: string
}

/** The candles of one request. */
export interface CandlePage {
  /** The oldest first; a period without a trade has no candle. */
  readonly candles: readonly Candle[]
  /** In seconds: from this time on, only periods without a trade are missing. */
  readonly from: number
  /** In seconds: candles that end by this time will not change. */
  readonly settledAt: number
  /** Length of a candle in seconds. */
  readonly step: number
  /** All its candles are settled, and a later request would bring no other. */
  readonly complete: boolean
}

/** The last trades arrive a little late, and clocks differ. */
const graceSeconds = 2

/** Candles that end by this time (seconds) are final at `now` (milliseconds). */
export function settledAt(now: number): number {
  return now / 1000 - graceSeconds
}

const yearMs = 365 * 86_400_000
const maxFreshMs = 900_000
const refreshMs = 60_000
const unknownMs = 300_000

/**
 * A complete page stays valid. A page that ends in the present is fresh until its last candle closes, at most for 15 minutes,
 * and may be served as stale for another 15. A market that a venue does not have is asked for again after five minutes.
 */
export function candleFreshness(page: CandlePage | null, fetchedAt: number): Freshness {
  if (page?.complete === true) return ages(fetchedAt + yearMs, fetchedAt + yearMs, fetchedAt + yearMs)
  if (!page) return ages(fetchedAt + unknownMs, fetchedAt + unknownMs, fetchedAt + unknownMs)
  const nextClose = (Math.floor(settledAt(fetchedAt) / page.step) + 1) * page.step + graceSeconds
  const freshUntil = Math.min(nextClose * 1000, fetchedAt + maxFreshMs)
  return ages(Math.min(freshUntil, fetchedAt + refreshMs), freshUntil, freshUntil + maxFreshMs)
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
 * Checks candles and sorts them. Some venues write a candle for a period without a trade; those are removed.
 * @throws UpstreamGarbage for impossible figures, for times that do not match the length, and for duplicate times.
 */
export function readCandles(written: readonly WrittenCandle[], step: number, now: number): Candle[] {
  // Their prices are the last ones, or zeros in a market that has never had a trade.
  const traded = written.filter(({ volume }) => figure(volume) !== '0')
  const candles = traded.map((one) => readCandle(one, step, now)).toSorted((a, b) => a.time - b.time)
  if (candles.some((candle, index) => candle.time === candles[index - 1]?.time)) throw new UpstreamGarbage('wrong_shape')
  return candles
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
  // The order of decimals is the same as doubles.
  const [open, high, low, close] = [Number(candle.open), Number(candle.high), Number(candle.low), Number(candle.close)]
  const inOrder = low > 0 && low <= open && low <= close && high >= open && high >= close
  // A venue's clock may be slightly ahead of ours, but not by a whole candle.
  if (!inOrder || time % step !== 0 || time < 0 || time > now / 1000 + step) throw new UpstreamGarbage('wrong_shape')
  return candle
}

const plain = /^(?:0|[1-9]\d{0,20})(?:\.\d{1,24})?$/

/** A figure as a plain decimal. A JSON number becomes its shortest decimal form, which is what venues write. */
function figure(written: number | string): string {
  const text = String(written)
  // A fast check, because nearly all are plain and a page has thousands.
  const decimal = plain.test(text) ? text : plainDecimal(text)
  if (decimal === null || decimal.startsWith('-')) throw new UpstreamGarbage('wrong_shape')
  return decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal
}
