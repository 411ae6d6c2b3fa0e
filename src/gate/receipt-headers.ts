import type { NetworkId } from '../chain/chain.ts'
import type { Payment } from '../ledger/payments/payment.ts'
import { v1PaymentResponse } from '../payments/x402-v1/payment-response.ts'
import { encodeMppReceipt } from '../payments/mpp/receipt.ts'
import type { CredentialReading, ReceiptFacts } from '../payments/wire/protocol.ts'
import { paymentResponse } from '../payments/x402/x402.ts'
import type { Problem } from '../shared/problems.ts'
import { isAnsweredBeforeSettlement, isCreditOfOrder } from '../ledger/payments/payment-states.ts'
import type { UnusedPayment } from './offer-call.ts'

/**
 * The receipt headers of a payment in its present state, in the protocol of the credential that came. `refused` is the
 * reason why its answer is withheld, or null. MPP has receipts for successes only.
 */
export function receiptHeaders(payment: Payment, refused: string | null, reading: CredentialReading): Record<string, string> {
  const facts = factsOf(payment, refused)
  const received = reading.kind === 'credential' ? reading.credential : null
  if (received?.kind === 'mpp') {
    if (refused !== null) return {}
    const { challenge } = received.credential
    const receipt = encodeMppReceipt({
      method: challenge.method === 'evmhash' ? 'evmhash' : 'evm',
      reference: facts.kind === 'settled' ? facts.transaction : payment.id,
      at: payment.settledAt ?? payment.servedAt ?? payment.claimedAt,
      chainId: Number(payment.network.split(':')[1]),
      challengeId: challenge.id,
      pending: facts.kind === 'pending',
    })
    return { 'Payment-Receipt': receipt }
  }
  return x402Headers(facts, reading)
}

/** The headers of a problem about a payment: what was paid where it was settled before the work, and that it is not known yet. */
export function problemReceipt(problem: Problem, payment: Payment | null, reading: CredentialReading): Record<string, string> {
  if (payment === null) return {}
  if (problem.code === 'settlement_pending') return receiptHeaders(payment, 'settlement_pending', reading)
  return isCreditOfOrder(payment) ? receiptHeaders(payment, null, reading) : {}
}

/** The headers of a free answer to a call that brought a payment. MPP has a receipt only where something was paid. */
export function unusedPaymentHeaders({ network, payer }: UnusedPayment, reading: CredentialReading): Record<string, string> {
  if (reading.kind === 'credential' && reading.credential.kind === 'mpp') return {}
  return x402Headers({ kind: 'uncharged', network, payer }, reading)
}

function x402Headers(facts: ReceiptFacts, reading: CredentialReading): Record<string, string> {
  const received = reading.kind === 'credential' ? reading.credential : null
  const response = { 'PAYMENT-RESPONSE': paymentResponse(facts) }
  const old = received?.kind === 'transaction-hash' || (received?.kind === 'x402' && received.credential.protocol === 'x402-v1')
  return old ? { ...response, 'X-PAYMENT-RESPONSE': v1PaymentResponse(facts) } : response
}

function factsOf(payment: Payment, refused: string | null): ReceiptFacts {
  const paid = { network: payment.network as NetworkId, payer: payment.payer }
  if (refused !== null) return { ...paid, kind: 'failed', transaction: payment.transaction, reason: refused }
  if (isAnsweredBeforeSettlement(payment)) return { ...paid, kind: 'pending', amount: payment.amount, receipt: payment.id }
  if (payment.transaction === null || payment.state === 'free' || payment.state === 'uncharged' || payment.state === 'reversed')
    return { ...paid, kind: 'uncharged' }
  return { ...paid, kind: 'settled', transaction: payment.transaction, amount: payment.amount }
}
