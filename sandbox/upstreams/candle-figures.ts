import { dayAgo } from './figures.ts'
import type { Coin } from './figures.ts'

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

const hour = 3_600

function hash(text: string, number: number): number {
  let value = 2_166_136_261 ^ number
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 16_777_619) >>> 0
  value = Math.imul(value ^ (value >>> 15), 2_246_822_507) >>> 0
  return (value ^ (value >>> 13)) >>> 0
}

/** The trades of an hour: one minute reaches the high and one the low, and in some hours one minute has no trade. */
function hourOf(coin: Coin, base: number, start: number) {
  const luck = hash(coin.id, start / hour)
  return {
    highMinute: luck % 60,
    lowMinute: (luck >>> 6) % 60,
    up: (luck >>> 12) % Math.max(2, Math.floor(base / 200)),
    down: (luck >>> 9) % Math.max(2, Math.floor(base / 200)),
    emptyMinute: luck % 3 === 0 ? (luck >>> 3) % 60 : null,
    /** In ten-thousandths of a coin, per minute. */
    volume: 1 + (luck % 9_973),
  }
}

/**
 * The candles of a coin that begin in [from, to], at most up to now. All lengths have the same trades, so long candles consist of short
 * ones. Prices are those of a day ago until the current candle, which closes at today's price.
 */
export function candlesOf(coin: Coin, step: number, span: { from: number; to: number; now: number; perUnit?: number }): TradedCandle[] {
  const { perUnit = 1, now } = span
  const places = coin.price / perUnit < 1 ? 6 : 2
  const base = Math.round((dayAgo(coin) / perUnit) * 10 ** places)
  const last = Math.round((coin.price / perUnit) * 10 ** places)
  const price = (ticks: number) => (ticks / 10 ** places).toFixed(places)
  const made: TradedCandle[] = []
  for (let time = span.from - (span.from % step); time <= Math.min(span.to, now); time += step) {
    if (time < span.from) continue
    const { up, down, volume } = tradesIn(coin, base, time, Math.min(step, now - time))
    const close = time + step > now ? last : base
    made.push({
      time,
      open: price(base),
      high: price(Math.max(base + up, close)),
      low: price(Math.min(base - down, close)),
      close: price(close),
      volume: (volume / 10_000).toFixed(4),
    })
  }
  return made
}

function tradesIn(coin: Coin, base: number, start: number, seconds: number) {
  let [up, down, volume] = [0, 0, 0]
  for (let at = start - (start % hour); at < start + seconds; at += hour) {
    const one = hourOf(coin, base, at)
    const first = Math.max(0, Math.floor((start - at) / 60))
    const end = Math.min(60, Math.ceil((start + seconds - at) / 60))
    const within = (minute: number | null) => minute !== null && minute >= first && minute < end
    const traded = end - first - (within(one.emptyMinute) ? 1 : 0)
    volume += traded * one.volume
    if (within(one.highMinute) && one.highMinute !== one.emptyMinute) up = Math.max(up, one.up)
    if (within(one.lowMinute) && one.lowMinute !== one.emptyMinute) down = Math.max(down, one.down)
  }
  return { up, down, volume }
}
