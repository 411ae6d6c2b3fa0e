import { runsLeft } from '../../gate/credit-rules.ts'
import type { Payment } from '../../ledger/payments/payment.ts'
import { isCreditOfOrder, isSettled } from '../../ledger/payments/payment-states.ts'
import type { Refund } from '../../ledger/refunds/refund.ts'
import { formatUsd } from '../../shared/money.ts'

/**
 * The body of a receipt: offer, amount, network, transaction, times and state. It never holds the input, the answer, the client
 * address or a signature: its id is the only key to it, and links are passed on.
 */
export function receiptBody(payment: Payment, publicUrl: string, refund?: Refund): Record<string, unknown> {
  // A reversed payment was answered, but brought no money.
  // So does what we gave back.
  const charged = isSettled(payment) && payment.state !== 'refunded' && payment.timing !== 'refund'
  return {
    id: payment.id,
    url: receiptUrl(payment.id, publicUrl),
    state: payment.state,
    offer: payment.offerId,
    protocol: payment.protocol,
    network: payment.network,
    asset: payment.asset,
    payTo: payment.payTo,
    price: {
      usd: formatUsd(payment.amount),
      baseUnits: payment.amount.toString(),
      ...(payment.priceWords === null ? {} : { how: payment.priceWords }),
    },
    charged: { usd: formatUsd(charged ? payment.amount : 0n), baseUnits: (charged ? payment.amount : 0n).toString() },
    reason: payment.reason ?? (payment.state === 'free' ? 'first_call_free' : null),
    ...creditMembers(payment),
    ...(refund ? { refund: refundMember(refund, publicUrl) } : {}),
    ...(payment.timing === 'early' ? earlyMembers(payment, publicUrl) : {}),
    transaction: payment.transaction,
    blockNumber: payment.blockNumber === null ? null : payment.blockNumber.toString(),
    final: payment.final,
    claimedAt: iso(payment.claimedAt),
    servedAt: iso(payment.servedAt),
    settledAt: iso(payment.settledAt),
  }
}

function refundMember({ id, net, outcome, reason }: Refund, publicUrl: string): Record<string, unknown> {
  const amount = { usd: formatUsd(net), baseUnits: net.toString() }
  return { receipt: receiptUrl(id, publicUrl), state: outcome ?? 'under_way', amount, reason }
}

function creditMembers(payment: Payment): Record<string, unknown> {
  if (payment.timing === 'first') {
    const settlement = { settlement: 'before_work', runs: payment.runs }
    if (!isCreditOfOrder(payment)) return settlement
    const left = runsLeft(payment)
    return { ...settlement, runsLeft: left, howToUse: left > 0 ? useOfOrder : 'Its work was started the maximum number of times.' }
  }
  return payment.state === 'credit' ? { howToUse: useOfCredit } : {}
}

const useOfOrder =
  'This payment is settled, and its work is not done yet. Send it again, unchanged, with a call of its offer: from the client address of the first call, with its Idempotency-Key or payment-identifier, or with a proof of its payer.'

const useOfCredit =
  'This payment has bought nothing yet. Send it again, unchanged, with a call of its offer, or with a proof of its payer with a call of any offer at its price.'

/** Of an answer that was sent before its payment was settled. */
function earlyMembers({ id, state, amount, reason }: Payment, publicUrl: string): Record<string, unknown> {
  const settled = state === 'settled' || state === 'reversed'
  const owes = !settled && reason !== null
  return {
    answeredEarly: true,
    settlement: settled ? 'done' : state === 'owed' ? 'failed' : 'pending',
    ...(owes && {
      owed: { usd: formatUsd(amount), baseUnits: amount.toString() },
      howToPay: `GET ${receiptUrl(id, publicUrl)}/payment has the terms, and POST there takes a payment of exactly this amount by the same wallet. Until it is settled, this wallet can buy nothing here.`,
    }),
  }
}

export function receiptUrl(id: string, publicUrl: string): string {
  return `${publicUrl}/v1/receipts/${id}`
}

function iso(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}
