import { parseRate } from '../../sources/decimal.ts'

/** What one source says a coin is worth. */
export interface PriceSaying {
  readonly source: string
  /** Whose price it really is: two sources that quote a third one are one source. */
  readonly origin: string
  /** Decimal string in USD. */
  readonly price: string
  /** Recent enough to say that a peg is lost, or that it holds. */
  readonly fresh: boolean
}

/** Why nobody can say whether a peg holds. */
export const depegReasons = ['no_price', 'one_source', 'sources_disagree', 'no_peg_rate', 'floating_peg'] as const
export type DepegReason = (typeof depegReasons)[number]

/** Distance of a price from its peg in basis points with two places, cut off; below the peg is negative. Both in fixed point. */
export function deviationBps(price: bigint, peg: bigint): number {
  return Number(((price - peg) * 1_000_000n) / peg) / 100
}

/** One price of all: the median of those that come from different places, fresh ones where there are any. Null without any. */
export function priceOf(sayings: readonly PriceSaying[]): bigint | null {
  const fresh = sayings.filter((one) => one.fresh)
  const sorted = byOrigin(fresh.length > 0 ? fresh : sayings)
    .map((one) => parseRate(one.price))
    .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const upper = sorted[sorted.length >> 1]
  if (upper === undefined) return null
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[(sorted.length >> 1) - 1] ?? upper)) / 2n
}

/**
 * Whether a coin has left its peg: only what two sources say independently of each other, and more say it than the
 * contrary. A single price that is off is more often wrong than the peg is.
 */
export function judgePeg(
  sayings: readonly PriceSaying[],
  peg: bigint | null,
  thresholdBps: number,
): { readonly depeg: boolean; readonly reason: null } | { readonly depeg: null; readonly reason: DepegReason } {
  if (sayings.length === 0) return { depeg: null, reason: 'no_price' }
  if (peg === null) return { depeg: null, reason: 'no_peg_rate' }
  const deviations = byOrigin(sayings.filter((one) => one.fresh)).map((one) => deviationBps(parseRate(one.price), peg))
  if (deviations.length < 2) return { depeg: null, reason: 'one_source' }
  const above = deviations.filter((bps) => bps >= thresholdBps).length
  const below = deviations.filter((bps) => bps <= -thresholdBps).length
  const holding = deviations.length - above - below
  if (holding >= 2 && holding > above + below) return { depeg: false, reason: null }
  if (Math.max(above, below) >= 2 && Math.max(above, below) > deviations.length / 2) return { depeg: true, reason: null }
  return { depeg: null, reason: 'sources_disagree' }
}

/** The first of each origin. */
function byOrigin(sayings: readonly PriceSaying[]): PriceSaying[] {
  return sayings.filter((one, index) => sayings.findIndex((other) => other.origin === one.origin) === index)
}
