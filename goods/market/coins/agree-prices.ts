/** A price of one origin. */
export interface OriginPrice {
  /** Observations of the same origin are one voice. */
  readonly origin: string
  readonly price: number
}

/** Prices that are further apart than this do not speak of the same market. */
export const maxSpread = 0.03

export interface Agreement<P extends OriginPrice> {
  /** The median of those that agree; of an even number, the mean of the middle two. */
  readonly price: number
  /** The largest group of prices within 3 %, more than half of all; of several, the closest one. */
  readonly agreeing: readonly P[]
  readonly others: readonly P[]
  /** Between the highest and the lowest of those that agree, in basis points of the median; null for one price alone. */
  readonly spreadBps: number | null
}

/**
 * The price on which most of the origins agree. Null where there is no such majority: two origins that differ, or three that all do. Then
 * nobody can say which one is right.
 * @param prices one for each origin, at least one
 * @param spread how far apart prices that agree may be, as a share of the lowest
 */
export function agreeOnPrice<P extends OriginPrice>(prices: readonly P[], spread = maxSpread): Agreement<P> | null {
  const sorted = prices.toSorted((a, b) => a.price - b.price)
  let best: readonly P[] = []
  for (const [index, lowest] of sorted.entries()) {
    const group = sorted.slice(index).filter(({ price }) => price <= lowest.price * (1 + spread))
    if (group.length > best.length || (group.length === best.length && widthOf(group) < widthOf(best))) best = group
  }
  if (best.length * 2 <= prices.length) return null
  const [lowest, highest] = [best[0] as P, best.at(-1) as P]
  const price = medianOf(best.map((one) => one.price))
  return {
    price,
    agreeing: best,
    others: prices.filter((one) => !best.includes(one)),
    spreadBps: best.length === 1 ? null : Math.round(((highest.price - lowest.price) / price) * 10_000),
  }
}

function widthOf(group: readonly OriginPrice[]): number {
  return (group.at(-1)?.price ?? 0) / (group[0]?.price ?? 1)
}

/** @param sorted ascending, at least one */
function medianOf(sorted: readonly number[]): number {
  const upper = sorted[sorted.length >> 1] as number
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[(sorted.length >> 1) - 1] as number)) / 2
}
