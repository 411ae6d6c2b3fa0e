import type { Payment } from '../../ledger/payment.ts'
import { formatUsd } from '../../shared/money.ts'

/**
 * What a receipt says: offer, amount, network, transaction, times and state. Never the input, the answer, the payer's
 * address of the call or a signature: the id is the only key, and links get passed on.
 */
export function receiptBody(payment: Payment, publicUrl: string): Record<string, unknown> {
  // What was reversed was answered and brought nothing.
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
    transaction: payment.transaction,
    blockNumber: payment.blockNumber === null ? null : payment.blockNumber.toString(),
    final: payment.final,
    claimedAt: iso(payment.claimedAt),
    servedAt: iso(payment.servedAt),
    settledAt: iso(payment.settledAt),
  }
}

export function receiptUrl(id: string, publicUrl: string): string {
  return `${publicUrl}/v1/receipts/${id}`
}

function iso(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}
