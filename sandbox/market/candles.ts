import { luck } from '../../src/goods/stand-in-noise.ts'
import { atMinute, extremesOf, hourOf } from './price-path.ts'
import type { PathHour, PricePath } from './price-path.ts'

/** What is traded on one market. */
export interface Market {
  readonly path: PricePath
  /** Decimal places of its prices and of its volumes. */
  readonly places: number
  readonly volumePlaces: number
  /** Coins that are usually traded on it in a day. */
  readonly dailyVolume: number
}

/** A candle as venues write it, with figures as decimal text. */
export interface TradedCandle {
  /** Seconds. */
  readonly time: number
  readonly open: string
  readonly high: string
  readonly low: string
  readonly close: string
  /** "0.0000" without a trade. */
  readonly volume: string
}

/** The trades of some minutes, as numbers. */
export interface Trades {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  /** In the last decimal place of the market's volumes, so that sums are exact. */
  readonly volume: number
}

/** How the volume of an hour is spread over its minutes. Each hour begins at another place of the list, so its sum is always the same. */
const shares = Array.from({ length: 60 }, (_, index) => 20 + ((index * index * 7 + index * 31) % 181))
const sumOfShares = shares.reduce((sum, share) => sum + share, 0)

/** The volume of an hour by its minutes, in whole units. */
function volumesOf({ path, dailyVolume, volumePlaces }: Market, hour: number) {
  const hourly = (dailyVolume / 24) * (0.4 + 1.2 * luck(path.seed + 11, hour)) * 10 ** volumePlaces
  const unit = Math.max(1, Math.round(hourly / sumOfShares))
  const start = Math.floor(luck(path.seed + 12, hour) * 60)
  return { all: unit * sumOfShares, at: (minute: number) => unit * (shares[(minute + start) % 60] ?? 0) }
}

/** The trades from one minute to before another, counted since the epoch. */
export function tradesIn(market: Market, from: number, end: number): Trades {
  const { path } = market
  const first = Math.floor(from / 60)
  let [open, high, low, close, volume] = [0, 0, Infinity, path.at(first), 0]
  for (let hour = first; hour * 60 < end; hour++) {
    const trades = hourOf(path, hour, close)
    const part = partOf(market, hour, trades, Math.max(0, from - hour * 60), Math.min(60, end - hour * 60))
    if (hour === first) open = part.open
    high = Math.max(high, part.high)
    low = Math.min(low, part.low)
    volume += part.volume
    close = part.close
  }
  return { open, high, low, close, volume }
}

function partOf(market: Market, hour: number, trades: PathHour, from: number, end: number): Trades {
  const { path } = market
  const volumes = volumesOf(market, hour)
  const { emptyMinute } = trades
  // A whole hour needs no look at its minutes, and long candles have thousands of hours.
  if (end - from === 60) return { ...trades, volume: volumes.all - (emptyMinute === null ? 0 : volumes.at(emptyMinute)) }
  const open = atMinute(path, hour, trades, from)
  let [high, low, close, volume] = [open, open, open, 0]
  for (let minute = from; minute < end; minute++) {
    const next = atMinute(path, hour, trades, minute + 1)
    const reached = extremesOf(path, hour, trades, minute, [close, next])
    high = Math.max(high, reached.high)
    low = Math.min(low, reached.low)
    if (minute !== emptyMinute) volume += volumes.at(minute)
    close = next
  }
  return { open, high, low, close, volume }
}

/**
 * The candles of a market that begin in [from, to], at most up to now, in seconds. All lengths have the same trades, so long candles
 * consist of short ones; the last one ends with the current price.
 */
export function candlesOf(market: Market, step: number, span: { from: number; to: number; now: number }): TradedCandle[] {
  const { places, volumePlaces } = market
  const made: TradedCandle[] = []
  for (let time = Math.ceil(span.from / step) * step; time <= Math.min(span.to, span.now); time += step) {
    const end = Math.min(time + step, Math.floor(span.now / 60) * 60 + 60)
    const { open, high, low, close, volume } = tradesIn(market, time / 60, end / 60)
    made.push({
      time,
      open: open.toFixed(places),
      high: high.toFixed(places),
      low: low.toFixed(places),
      close: close.toFixed(places),
      volume: (volume / 10 ** volumePlaces).toFixed(volumePlaces),
    })
  }
  return made
}

/** The trades of the last 24 hours, with the change of the price in per cent. */
export function lastDayOf(market: Market, now: number): Trades & { readonly change: number } {
  const end = Math.floor(now / 60_000) + 1
  const trades = tradesIn(market, end - 1_440, end)
  return { ...trades, change: (trades.close / trades.open - 1) * 100 }
}
