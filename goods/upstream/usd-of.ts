import { formatUsd, usd } from './door.ts'
import type { OfferRow } from './file/offers-file.ts'

/** The price of a row in dollars; null where it is free. */
export function usdOf({ access, price }: Pick<OfferRow, 'access' | 'price'>): string | null {
  return access === 'free' || price === undefined ? null : formatUsd(usd(String(price)))
}
