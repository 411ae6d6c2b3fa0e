import { lastDayOf } from './candles.ts'
import { coins } from './coins.ts'
import type { Coin } from './coins.ts'
import { driftOf, seedOf } from '../../src/goods/stand-in-noise.ts'
import { marketOf } from './venues.ts'
import type { Venue } from './venues.ts'

/** The figures of a coin at a moment, as a list of all coins has them. Amounts are in USD. */
export interface CoinFigures extends Coin {
  readonly price: number
  /** Over 24 hours, in per cent. */
  readonly change: number
  readonly high: number
  readonly low: number
  /** 0 if unknown. */
  readonly cap: number
  /** Of 24 hours, on all venues together. */
  readonly volume: number
}

/** What a list says of a coin at a moment. */
export function figuresOf(coin: Coin, venue: Venue, now: number): CoinFigures {
  const { close, change, high, low } = lastDayOf(marketOf(coin, venue), now)
  const figure = (value: number) => Number(value.toFixed(coin.places))
  const price = figure(close)
  const busy = Math.exp(0.06 * driftOf(seedOf(`${coin.id}, volume`))(Math.floor(now / 3_600_000)))
  return {
    ...coin,
    price,
    change: Number(change.toFixed(5)),
    high: figure(high),
    low: figure(low),
    cap: Math.round(coin.supply * price),
    volume: Math.round(coin.dailyVolume * price * busy),
  }
}

export type RankedCoin = CoinFigures & { readonly rank: number | null }

/** The list of each venue in the latest minute that was asked for: it takes milliseconds to make, and a search needs all of it. */
const latest = new Map<Venue, { readonly minute: number; readonly ranked: readonly RankedCoin[] }>()

/** All coins by market capitalisation. Coins with an unknown capitalisation have no rank and are last. */
export function rankedCoins(venue: Venue, now: number): readonly RankedCoin[] {
  const minute = Math.floor(now / 60_000)
  const held = latest.get(venue)
  if (held?.minute === minute) return held.ranked
  const ranked = [...coins.values()]
    .map((coin) => figuresOf(coin, venue, now))
    .toSorted((a, b) => b.cap - a.cap)
    .map((coin, index) => ({ ...coin, rank: coin.cap > 0 ? index + 1 : null }))
  latest.set(venue, { minute, ranked })
  return ranked
}
