import type { NetworkId } from '../chain/chain.ts'
import type { Payment } from '../ledger/payment.ts'
import type { ReceiptFacts } from '../payments/protocol.ts'
import { x402 } from '../payments/x402/x402.ts'

/** The receipt headers of a payment in its present state; `refused` is the reason when its answer is withheld. */
export function receiptHeaders(payment: Payment, refused: string | null): Record<string, string> {
  return { ...x402.receiptHeaders(factsOf(payment, refused)) }
}

function factsOf(payment: Payment, refused: string | null): ReceiptFacts {
  const paid = { receiptId: payment.id, network: payment.network as NetworkId, payer: payment.payer }
  if (refused !== null) return { ...paid, kind: 'failed', transaction: payment.transaction, reason: refused }
  if (payment.transaction === null || payment.state === 'free' || payment.state === 'uncharged') return { ...paid, kind: 'uncharged' }
  return { ...paid, kind: 'settled', transaction: payment.transaction, amount: payment.amount }
}
