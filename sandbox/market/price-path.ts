import { luck } from '../../src/goods/stand-in-noise.ts'

/** A price as a function of time: its values at full hours, and what happens between them. All of it is the same every time. */
export interface PricePath {
  /** The price at the start of an hour, counted since the epoch. */
  at(hour: number): number
  /** Seed of what happens within the hours. */
  readonly seed: number
  /** The typical movement of a day, as a share of the price. */
  readonly daily: number
  /** In one hour of three it has a minute without a trade. */
  readonly quiet: boolean
}

/** The trades of an hour. Minutes are counted from its start. */
export interface PathHour {
  readonly open: number
  readonly close: number
  readonly high: number
  readonly low: number
  /** The minutes that reach the high and the low. */
  readonly highMinute: number
  readonly lowMinute: number
  readonly emptyMinute: number | null
}

/** How far the high and the low of an hour are outside of its open and its close at most, as a share of the movement of a day. */
const reach = 0.22
/** An hour whose ends are alike has a high and a low as well. */
const leastReach = 0.03

/** @param open The price at its start, for who knows it already. */
export function hourOf(path: PricePath, hour: number, open = path.at(hour)): PathHour {
  const { seed, daily, quiet } = path
  const close = path.at(hour + 1)
  const lucky = (nth: number) => luck(seed + nth, hour)
  const outside = (nth: number) => daily * (leastReach + reach * lucky(nth))
  const highMinute = Math.floor(lucky(3) * 60)
  const lowMinute = (highMinute + 1 + Math.floor(lucky(4) * 59)) % 60
  const emptyMinute = 1 + Math.floor(lucky(5) * 58)
  const isEmpty = quiet && lucky(6) < 1 / 3 && emptyMinute !== highMinute && emptyMinute !== lowMinute
  return {
    open,
    close,
    high: Math.max(open, close) * (1 + outside(1)),
    low: Math.min(open, close) * (1 - outside(2)),
    highMinute,
    lowMinute,
    emptyMinute: isEmpty ? emptyMinute : null,
  }
}

/**
 * The price at the start of a minute of an hour, which is the end of the minute before; 60 is the end of the hour. It goes from the
 * open over the high and the low to the close, not straight, and a minute without a trade does not move it.
 */
export function atMinute({ seed }: PricePath, hour: number, trades: PathHour, minute: number): number {
  const { open, close, high, low, highMinute, lowMinute, emptyMinute } = trades
  if (minute <= 0) return open
  if (minute >= 60) return close
  const at = minute - 1 === emptyMinute ? minute - 1 : minute
  const isHighFirst = highMinute < lowMinute
  const turn = (isHighFirst ? highMinute : lowMinute) + 0.5
  const otherTurn = (isHighFirst ? lowMinute : highMinute) + 0.5
  const [first, second] = isHighFirst ? [high, low] : [low, high]
  let straight = between(0, open, turn, first, at)
  if (at > otherTurn) straight = between(otherTurn, second, 60, close, at)
  else if (at > turn) straight = between(turn, first, otherTurn, second, at)
  const aside = (luck(seed + 7, hour * 64 + at) - 0.5) * 0.2 * (high - low)
  return Math.min(high, Math.max(low, straight + aside))
}

/** The value at a time on the straight line between two others. */
function between(from: number, start: number, to: number, end: number, at: number): number {
  return start + ((end - start) * (at - from)) / (to - from)
}

/** How far the trades of a minute go beyond its ends at most, as a share of what the hour moves. */
const wick = 0.05

/** The high and the low of one minute. */
export function extremesOf({ seed }: PricePath, hour: number, trades: PathHour, minute: number, ends: readonly [number, number]) {
  const { high, low, highMinute, lowMinute, emptyMinute } = trades
  if (minute === emptyMinute) return { high: ends[0], low: ends[0] }
  const beyond = (nth: number) => luck(seed + nth, hour * 64 + minute) * wick * (high - low)
  return {
    high: minute === highMinute ? high : Math.min(high, Math.max(...ends) + beyond(8)),
    low: minute === lowMinute ? low : Math.max(low, Math.min(...ends) - beyond(9)),
  }
}

/**
 * The price of a moment: the one with which its minute will end, so it stays the same for a minute.
 * @param now Milliseconds since the epoch.
 */
export function priceAt(path: PricePath, now: number): number {
  const minutes = Math.floor(now / 60_000)
  const hour = Math.floor(minutes / 60)
  return atMinute(path, hour, hourOf(path, hour), minutes - hour * 60 + 1)
}

/** The value at a moment of what has no trades of its own, such as a reference rate: straight from hour to hour, by the minute. */
export function straightAt(path: Pick<PricePath, 'at'>, now: number): number {
  const minutes = Math.floor(now / 60_000) + 1
  const hour = Math.floor(minutes / 60)
  const start = path.at(hour)
  return start + ((path.at(hour + 1) - start) * (minutes - hour * 60)) / 60
}

/** A path in another unit, such as BTC in EUR, at a venue whose prices are always a little higher or lower than those of others. */
export function pathIn(path: PricePath, unit: Pick<PricePath, 'at'>, factor: number): PricePath {
  return { ...path, at: (hour) => (path.at(hour) * factor) / unit.at(hour) }
}
