import type { GateOutcome, UnusedPayment } from '../../gate/outcome.ts'
import { isAnsweredBeforeSettlement, isCreditOfOrder } from '../../ledger/payments/payment-states.ts'
import type { Payment } from '../../ledger/payments/payment.ts'
import { receiptHeaders, x402ReceiptHeaders } from '../../payments/receipt-headers.ts'
import { isMpp, type CredentialReading, type ReceiptFacts } from '../../payments/wire/protocol.ts'
import { isOfPayment } from '../../payments/wire/refusals.ts'

type Headers = Record<string, string>

/** The receipts of an outcome as HTTP sends them, in the protocol of the credential that came. */
export function receiptsOf(outcome: GateOutcome, reading: CredentialReading): Headers {
  switch (outcome.kind) {
    case 'payment_required':
      return {}
    case 'answer':
      if (outcome.unused) return receiptOfUnused(outcome.unused, reading)
      return outcome.payment ? receiptOf(outcome.payment, reading) : {}
    case 'refused': {
      const { refusal, payment } = outcome
      if (payment === null) return {}
      if (isOfPayment(refusal) || refusal.code === 'settlement_pending') return receiptOf(payment, reading, refusal.code)
      // What was paid before the work that failed.
      return isCreditOfOrder(payment) ? receiptOf(payment, reading) : {}
    }
  }
}

/** The receipt of a payment in its present state. `withheld` is why its answer is withheld. */
export function receiptOf(payment: Payment, reading: CredentialReading, withheld: string | null = null): Headers {
  const { id, settledAt, servedAt, claimedAt } = payment
  return receiptHeaders(factsOf(payment, withheld), { id, at: settledAt ?? servedAt ?? claimedAt }, reading)
}

/** MPP has a receipt only where something was paid. */
function receiptOfUnused({ network, payer }: UnusedPayment, reading: CredentialReading): Headers {
  return isMpp(reading) ? {} : x402ReceiptHeaders({ kind: 'uncharged', network, payer }, reading)
}

function factsOf(payment: Payment, withheld: string | null): ReceiptFacts {
  const paid = { network: payment.network as ReceiptFacts['network'], payer: payment.payer }
  if (withheld !== null) return { ...paid, kind: 'failed', transaction: payment.transaction, reason: withheld }
  if (isAnsweredBeforeSettlement(payment)) return { ...paid, kind: 'pending', amount: payment.amount, receipt: payment.id }
  if (payment.transaction === null || payment.state === 'free' || payment.state === 'uncharged' || payment.state === 'reversed')
    return { ...paid, kind: 'uncharged' }
  return { ...paid, kind: 'settled', transaction: payment.transaction, amount: payment.amount }
}
