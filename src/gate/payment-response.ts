import type { NetworkId } from '../chain/chain.ts'
import type { Payment } from '../ledger/payment.ts'
import { failedResponse, settledResponse, unchargedResponse } from '../payments/x402/settlement-response.ts'

/** PAYMENT-RESPONSE of a payment in its present state; `refused` is the reason when its answer is withheld. */
export function paymentResponse(payment: Payment, refused: string | null): string {
  const paid = { network: payment.network as NetworkId, payer: payment.payer }
  if (refused !== null) return failedResponse({ ...paid, transaction: payment.transaction, reason: refused })
  if (payment.transaction === null || payment.state === 'free' || payment.state === 'uncharged') return unchargedResponse(paid)
  return settledResponse({ ...paid, transaction: payment.transaction, amount: payment.amount })
}
