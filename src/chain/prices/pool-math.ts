/** Ticks of Uniswap v3: the price is 1.0001 to the power of the tick. */
const tickBase = 1.0001
const maxTick = 887_272
const q96 = 2 ** 96

/** Units of token 1 for one unit of token 0 at a tick, both in whole coins. */
export function priceAtTick(tick: number, decimals0: number, decimals1: number): number {
  return tickBase ** tick * 10 ** (decimals0 - decimals1)
}

/** The same at a square root of a price as pools hold it. */
export function priceAtRoot(sqrtPriceX96: bigint, decimals0: number, decimals1: number): number {
  return (Number(sqrtPriceX96) / q96) ** 2 * 10 ** (decimals0 - decimals1)
}

/**
 * The mean tick of a window: the median of the means of its parts, so that a few wild blocks within it do not move the result.
 * @param cumulatives at the ends of equal parts, the oldest first
 * @returns null where no pool can have given these figures
 */
export function steadyTick(cumulatives: readonly bigint[], partSeconds: number): number | null {
  const means = cumulatives.slice(1).map((end, index) => Number(end - (cumulatives[index] ?? 0n)) / partSeconds)
  if (means.length === 0 || means.some((mean) => Math.abs(mean) > maxTick)) return null
  const sorted = means.toSorted((a, b) => a - b)
  const upper = sorted[sorted.length >> 1] as number
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[(sorted.length >> 1) - 1] as number)) / 2
}

/**
 * How much of a token has to be paid in to move its pool's price by 2 %, in whole coins: an estimate by the liquidity at the present
 * price, as if it reached that far.
 * @param isToken1 whether it is token 1 of the pool
 */
export function depthOfTwoPercent(
  { liquidity, sqrtPriceX96 }: { liquidity: bigint; sqrtPriceX96: bigint },
  { isToken1, decimals }: { isToken1: boolean; decimals: number },
): number {
  const root = Number(sqrtPriceX96) / q96
  const perRoot = isToken1 ? root : 1 / root
  return (Number(liquidity) * perRoot * (Math.sqrt(1.02) - 1)) / 10 ** decimals
}
