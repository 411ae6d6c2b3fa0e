import type { Payment } from '../../ledger/payments/payment.ts'
import { formatUsd } from '../../shared/money.ts'

/**
 * The body of a receipt: offer, amount, network, transaction, times and state. It never holds the input, the answer, the client
 * address or a signature: its id is the only key to it, and links are passed on.
 */
export function receiptBody(payment: Payment, publicUrl: string): Record<string, unknown> {
  // A reversed payment was answered, but brought no money.
  const charged = payment.state === 'settled'
  return {
    id: payment.id,
    url: receiptUrl(payment.id, publicUrl),
    state: payment.state,
    offer: payment.offerId,
    protocol: payment.protocol,
    network: payment.network,
    asset: payment.asset,
    payTo: payment.payTo,
    price: { usd: formatUsd(payment.amount), baseUnits: payment.amount.toString() },
    charged: { usd: formatUsd(charged ? payment.amount : 0n), baseUnits: (charged ? payment.amount : 0n).toString() },
    reason: payment.reason ?? (payment.state === 'free' ? 'first_call_free' : null),
    ...(payment.state === 'credit' ? { howToUse: useOfCredit } : {}),
    transaction: payment.transaction,
    blockNumber: payment.blockNumber === null ? null : payment.blockNumber.toString(),
    final: payment.final,
    claimedAt: iso(payment.claimedAt),
    servedAt: iso(payment.servedAt),
    settledAt: iso(payment.settledAt),
  }
}

const useOfCredit =
  'This payment has bought nothing yet. Send it again, unchanged, with a call of its offer, or with a proof of its payer with a call of any offer at its price.'

export function receiptUrl(id: string, publicUrl: string): string {
  return `${publicUrl}/v1/receipts/${id}`
}

function iso(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}
