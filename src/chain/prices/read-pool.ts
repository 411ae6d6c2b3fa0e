import { depthOfTwoPercent, priceAtRoot, priceAtTick, steadyTick } from './pool-math.ts'
import { poolAbi } from './price-contracts.ts'
import type { PoolPlace } from './price-places.ts'
import type { ContractRead } from './read-together.ts'

/** What a pool says of a coin, in the token that it trades against. */
export interface PoolReading {
  /** The steady mean of the last half hour. */
  readonly mean: number
  /** The price at this block, which one transaction can move. */
  readonly spot: number
  /** How much of the quote token has to be paid in to raise the price by 2 %. */
  readonly depth: number
  /** The mean of ten minutes around the same time of yesterday; null where the pool does not remember it. */
  readonly dayAgo: number | null
}

/** Why a pool gives no price. `short_history`: it keeps too few observations. `restless`: its price now is far from its mean. */
export type PoolFault = 'short_history' | 'no_answer' | 'empty' | 'restless'

/** The window of the mean, in six parts. */
const meanSeconds = 1800
const parts = 6
const partSeconds = meanSeconds / parts
const daySeconds = 86_400
const aroundSeconds = 300
/** A price now that is further from the mean than this share says that the pool is being moved, or that the market moves. */
const maxUnrest = 0.03

/** The reads that `readPool` understands, in this order. */
export function poolReads({ address: to }: PoolPlace): ContractRead[] {
  const window = Array.from({ length: parts + 1 }, (_, index) => meanSeconds - index * partSeconds)
  const read = (functionName: string, args?: readonly unknown[]): ContractRead => ({
    to,
    abi: poolAbi,
    functionName,
    ...(args && { args }),
  })
  return [
    read('slot0'),
    read('liquidity'),
    read('observe', [window]),
    read('observe', [[daySeconds + aroundSeconds, daySeconds - aroundSeconds]]),
  ]
}

/** @param values decoded answers to `poolReads`, null for those that failed */
export function readPool(pool: PoolPlace, values: readonly unknown[]): PoolReading | PoolFault {
  const [slot, liquidity, window, yesterday] = values
  const sqrtPriceX96 = Array.isArray(slot) ? (slot[0] as unknown) : null
  if (typeof sqrtPriceX96 !== 'bigint' || typeof liquidity !== 'bigint') return 'no_answer'
  if (sqrtPriceX96 <= 0n || liquidity <= 0n) return 'empty'
  const sides = sidesOf(pool)
  const tick = steadyTick(cumulativesIn(window), partSeconds)
  if (tick === null) return 'short_history'
  const mean = inQuote(pool, priceAtTick(tick, sides.decimals0, sides.decimals1))
  const spot = inQuote(pool, priceAtRoot(sqrtPriceX96, sides.decimals0, sides.decimals1))
  if (!isPrice(mean) || !isPrice(spot)) return 'empty'
  if (Math.abs(spot / mean - 1) > maxUnrest) return 'restless'
  const before = steadyTick(cumulativesIn(yesterday), 2 * aroundSeconds)
  return {
    mean,
    spot,
    depth: depthOfTwoPercent({ liquidity, sqrtPriceX96 }, { isToken1: !sides.isQuote0, decimals: pool.quoteToken.decimals }),
    dayAgo: before === null ? null : inQuote(pool, priceAtTick(before, sides.decimals0, sides.decimals1)),
  }
}

/** Pools order their tokens by address. */
export function sidesOf({ token, quoteToken }: PoolPlace) {
  const isQuote0 = BigInt(quoteToken.address) < BigInt(token.address)
  const [first, second] = isQuote0 ? [quoteToken, token] : [token, quoteToken]
  return { isQuote0, token0: first.address, token1: second.address, decimals0: first.decimals, decimals1: second.decimals }
}

/** Quote tokens for one coin, from token 1 for one token 0. */
function inQuote(pool: PoolPlace, price: number): number {
  return sidesOf(pool).isQuote0 ? 1 / price : price
}

function isPrice(price: number): boolean {
  return Number.isFinite(price) && price > 0
}

/** The tick cumulatives that `observe` returned; none where it failed, which a pool does for times before its oldest observation. */
function cumulativesIn(value: unknown): readonly bigint[] {
  const cumulatives: unknown = Array.isArray(value) ? value[0] : null
  return Array.isArray(cumulatives) && cumulatives.every((one) => typeof one === 'bigint') ? cumulatives : []
}
