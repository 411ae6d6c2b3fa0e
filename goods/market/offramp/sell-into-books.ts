import { usdcDecimals } from '../../../src/goods/kit/answers.ts'
import { rateDecimals } from '../../../src/goods/kit/http.ts'
import type { BookLevel } from '../coins/depth-feed.ts'
import { median, usdcEurDecimals } from './usdc-eur-rate.ts'

/** What one order book pays for an amount of USDC. */
export interface VenueSale {
  /** USDC base units that its bids take, at most the amount. */
  readonly covered: bigint
  /** EUR for one USDC, weighted by volume, with eight decimal places, rounded down. Null where the bids do not take the amount. */
  readonly rate: bigint | null
}

/** What the venues pay for an amount of USDC that is sold at one of them. */
export interface Sale {
  /** `covered`: one venue or more takes it all. `partly`: none does. `unknown`: no order book was read. */
  readonly depth: 'covered' | 'partly' | 'unknown'
  /** The most that one venue takes, in USDC base units; null where no order book was read. */
  readonly covered: bigint | null
  /** The median rate of the venues that take it all, with eight decimal places. */
  readonly rate: bigint | null
  readonly venues: ReadonlyMap<string, VenueSale>
}

const toSize = 10n ** BigInt(rateDecimals - usdcDecimals)
const toRate = 10n ** BigInt(rateDecimals - usdcEurDecimals)

/** Sells an amount to the bids of each venue. @param amount USDC base units, above 0. @param books bids by venue, best first. */
export function sellIntoBooks(books: ReadonlyMap<string, readonly BookLevel[]>, amount: bigint): Sale {
  const venues = new Map([...books].map(([id, bids]) => [id, sellInto(bids, amount)]))
  const sales = [...venues.values()]
  const rates = sales.flatMap(({ rate }) => rate ?? [])
  const covered = sales.reduce<bigint | null>((most, sale) => (most === null || sale.covered > most ? sale.covered : most), null)
  if (covered === null) return { depth: 'unknown', covered, rate: null, venues }
  return rates.length > 0 ? { depth: 'covered', covered, rate: median(rates), venues } : { depth: 'partly', covered, rate: null, venues }
}

/** Takes the bids from the best on until the amount is sold. */
export function sellInto(bids: readonly BookLevel[], amount: bigint): VenueSale {
  const wanted = amount * toSize
  let left = wanted
  // EUR with twice the decimal places of a rate.
  let proceeds = 0n
  for (const { price, size } of bids) {
    const taken = size < left ? size : left
    proceeds += taken * price
    left -= taken
    if (left === 0n) return { covered: amount, rate: proceeds / wanted / toRate }
  }
  return { covered: (wanted - left) / toSize, rate: null }
}
