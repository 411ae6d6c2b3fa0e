import { formatUsd, usd } from './door.ts'
import type { OfferRow } from './file/offers-file.ts'
import { priceOfRow } from './pricing/price-rule.ts'

/** The price of a row in dollars, `0.01`, or `0.01 to 2` where it is computed; null where it is free. */
export function usdOf(row: Pick<OfferRow, 'access' | 'price' | 'pricing' | 'body'>): string | null {
  if (row.access === 'free') return null
  const rule = priceOfRow(row)
  if (rule !== null) return `${formatUsd(usd(rule.least))} to ${formatUsd(usd(rule.most))}`
  return row.price === undefined ? null : formatUsd(usd(String(row.price)))
}
