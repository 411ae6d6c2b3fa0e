import { formatUsd, usd } from '../shared/money.ts'
import { PaymentDeclined } from './payment-declined.ts'

/** What a call may cost by default, in USDC base units. */
export const defaultMaximum = usd('0.10')

/** @throws PaymentDeclined when the price is above the maximum; both in USDC base units. */
export function checkPrice(price: bigint, maximum: bigint): void {
  if (price <= maximum) return
  throw new PaymentDeclined('too_dear', `the call costs ${formatUsd(price)} USDC, more than the limit of ${formatUsd(maximum)} USDC`)
}
