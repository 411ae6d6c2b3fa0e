import { parseRate } from '../../../src/goods/kit/http.ts'
import type { PoolPrice } from './chain-price-reader.ts'
import type { BookLevel, DepthBook } from './depth-feed.ts'

/** The levels end where the pool's price has moved by 2 %: beyond that its liquidity is not known. */
const levels = 100
const reach = 0.02
const places = 12

/**
 * A pool as an order book of its quote token: what it pays in the coin for one quote token, as if its liquidity at the present price reached
 * over 2 %. Each level pays the mean of its part of the curve, after the pool's fee.
 */
export function poolBook({ quote, observedAt }: PoolPrice): DepthBook {
  const { spot, depth, feeShare } = quote
  const perRoot = depth / (Math.sqrt(1 + reach) - 1)
  const kept = 1 - feeShare
  const bids = Array.from({ length: levels }, (_, index): BookLevel => {
    const [from, to] = [Math.sqrt(1 + (reach * index) / levels), Math.sqrt(1 + (reach * (index + 1)) / levels)]
    return { price: fixed(kept / (spot * from * to)), size: fixed((perRoot * (to - from)) / kept) }
  })
  return { bid: (kept / spot).toFixed(places), ask: (1 / (spot * kept)).toFixed(places), at: observedAt, bids }
}

function fixed(value: number): bigint {
  return parseRate(value.toFixed(places))
}
