import { parseRate } from '../../../src/goods/kit/http.ts'
import { agreeOnPrice } from '../coins/agree-prices.ts'

/** The price of a coin from one source. */
export interface SourcePrice {
  readonly source: string
  /** Whose price it is: two sources that quote a third one count as one source. */
  readonly origin: string
  /** Decimal string in USD. */
  readonly price: string
  /** Recent enough to decide whether the peg holds. */
  readonly fresh: boolean
}

/** Why it is not known whether a peg holds. */
export const depegReasons = ['no_price', 'one_source', 'sources_disagree', 'no_peg_rate', 'floating_peg'] as const
export type DepegReason = (typeof depegReasons)[number]

/** Distance of a price from its peg in basis points, cut off to two decimals; negative below the peg. Both arguments in fixed point. */
export function deviationBps(price: bigint, peg: bigint): number {
  return Number(((price - peg) * 1_000_000n) / peg) / 100
}

/** The median price over different origins. Fresh prices are used if there are any, and old ones otherwise. Null without any price. */
export function priceOf(prices: readonly SourcePrice[]): bigint | null {
  const fresh = prices.filter((one) => one.fresh)
  const sorted = byOrigin(fresh.length > 0 ? fresh : prices)
    .map((one) => parseRate(one.price))
    .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const upper = sorted[sorted.length >> 1]
  if (upper === undefined) return null
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[(sorted.length >> 1) - 1] ?? upper)) / 2n
}

/**
 * Whether a coin has left its peg. At least two independent sources must say so, and more than say the contrary, because a
 * single price that is off is more often wrong than the peg is.
 */
export function judgePeg(
  prices: readonly SourcePrice[],
  peg: bigint | null,
  thresholdBps: number,
): { readonly depeg: boolean; readonly reason: null } | { readonly depeg: null; readonly reason: DepegReason } {
  if (prices.length === 0) return { depeg: null, reason: 'no_price' }
  if (peg === null) return { depeg: null, reason: 'no_peg_rate' }
  const deviations = byOrigin(prices.filter((one) => one.fresh)).map((one) => deviationBps(parseRate(one.price), peg))
  if (deviations.length < 2) return { depeg: null, reason: 'one_source' }
  const above = deviations.filter((bps) => bps >= thresholdBps).length
  const below = deviations.filter((bps) => bps <= -thresholdBps).length
  const holding = deviations.length - above - below
  if (holding >= 2 && holding > above + below) return { depeg: false, reason: null }
  if (Math.max(above, below) >= 2 && Math.max(above, below) > deviations.length / 2) return { depeg: true, reason: null }
  return { depeg: null, reason: 'sources_disagree' }
}

/** Which of the prices agree within 3 %, most of all origins; of fresh prices if there are any. Null where most do not. */
export function agreementOf<P extends SourcePrice>(prices: readonly P[]): { readonly others: readonly P[] } | null {
  const fresh = prices.filter((one) => one.fresh)
  const voices = byOrigin(fresh.length > 0 ? fresh : prices).map((quote) => ({ origin: quote.origin, price: Number(quote.price), quote }))
  const agreement = voices.length === 0 ? null : agreeOnPrice(voices)
  return agreement && { others: agreement.others.map(({ quote }) => quote) }
}

/** The first of each origin. */
function byOrigin<P extends SourcePrice>(prices: readonly P[]): P[] {
  return prices.filter((one, index) => prices.findIndex((other) => other.origin === one.origin) === index)
}
