import { readCumulatives, readLiquidity, readRoot, type ContractRead } from './contract-reads.ts'
import { depthOfTwoPercent, priceAtRoot, priceAtTick, steadyTick } from './pool-math.ts'
import type { PoolPlace } from './price-places.ts'

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
export type PoolReads = readonly [
  ContractRead<bigint>,
  ContractRead<bigint>,
  ContractRead<readonly bigint[]>,
  ContractRead<readonly bigint[]>,
]

/** What they answered; null for those that failed, as `observe` does for times before the oldest observation. */
export type PoolValues = readonly [
  root: bigint | null,
  liquidity: bigint | null,
  window: readonly bigint[] | null,
  yesterday: readonly bigint[] | null,
]

export function poolReads({ address }: PoolPlace): PoolReads {
  const window = Array.from({ length: parts + 1 }, (_, index) => meanSeconds - index * partSeconds)
  return [
    readRoot(address),
    readLiquidity(address),
    readCumulatives(address, window),
    readCumulatives(address, [daySeconds + aroundSeconds, daySeconds - aroundSeconds]),
  ]
}

export function readPool(pool: PoolPlace, [sqrtPriceX96, liquidity, window, yesterday]: PoolValues): PoolReading | PoolFault {
  if (sqrtPriceX96 === null || liquidity === null) return 'no_answer'
  if (sqrtPriceX96 <= 0n || liquidity <= 0n) return 'empty'
  const sides = sidesOf(pool)
  const tick = steadyTick(window ?? [], partSeconds)
  if (tick === null) return 'short_history'
  const mean = inQuote(pool, priceAtTick(tick, sides.decimals0, sides.decimals1))
  const spot = inQuote(pool, priceAtRoot(sqrtPriceX96, sides.decimals0, sides.decimals1))
  if (!isPrice(mean) || !isPrice(spot)) return 'empty'
  if (Math.abs(spot / mean - 1) > maxUnrest) return 'restless'
  const before = steadyTick(yesterday ?? [], 2 * aroundSeconds)
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
