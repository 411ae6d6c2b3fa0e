import type { Payment } from '../ledger/payments/payment.ts'
import type { LimitedBy } from '../ledger/quotas/uncharged-runs.ts'
import { paymentRefusal } from '../payments/wire/refusals.ts'
import { secondsToNextHour } from '../shared/clock.ts'
import { formatUsd } from '../shared/money.ts'
import { refusalOf, type Refusal } from '../shared/refusal.ts'
import { refused, type Refused } from './outcome.ts'

/**
 * A 402 for a payer that was answered before its payment was settled, and whose payment then could not be collected. It names the
 * receipt, the amount, and how to pay it.
 */
export function paymentOwed(owed: Payment, publicUrl: string): Refused {
  const how = `${publicUrl}/v1/receipts/${owed.id}/payment`
  const refusal = paymentRefusal('payment_owed', {
    fix: `This wallet owes ${formatUsd(owed.amount)} USDC for the answer of receipt ${owed.id}. GET ${how} has the terms, and POST there takes the payment. Nothing was charged for this call.`,
  })
  return refused(refusal, owed)
}

export function payerBarred(until: number, now: number): Refusal {
  return refusalOf('payer_barred', 'An earlier payment of this wallet could not be settled.', {
    retryAfter: Math.ceil((until - now) / 1000),
  })
}

export function tooManyRuns(by: LimitedBy, now: number): Refusal {
  const retryAfter = secondsToNextHour(now)
  const detail = `${limited[by]} Try again in ${retryAfter} seconds.`
  return refusalOf('too_many_uncharged_runs', detail, { retryAfter, extra: { limited: by } })
}

const limited: Readonly<Record<LimitedBy, string>> = {
  payer: 'This wallet had too many calls this hour that ended without a charge.',
  client:
    'New wallets and free calls of this client address had too many runs this hour that ended without a charge. This limit does not apply to wallets that have paid here before.',
  contract:
    'Too many payments of contract wallets from this client address could not be settled this hour. This limit does not apply to plain accounts and to wallets that have paid here before.',
}

export function tooManyUnsettled(limit: number): Refusal {
  const detail = `This wallet has ${limit} payments that are not settled yet, which is the most that it may have now.`
  return refusalOf('too_many_unsettled_payments', detail, { retryAfter: 2, extra: { limit } })
}

export const notAnswering = 'its node does not answer now'

export function networkUnavailable(name: string, reason: string): Refusal {
  return refusalOf('network_unavailable', `A payment on ${name} is not accepted now: ${reason}.`, {
    retryAfter: reason === notAnswering ? 2 : 10,
  })
}

export function keyReused(): Refusal {
  return refusalOf('idempotency_key_reused', 'This wallet already used this key for another request.')
}

/** Something failed on our side, and the payment was released. */
export function callInterrupted(released: Payment, cause?: unknown): Refused {
  const detail = 'The call was interrupted on our side; nothing was charged.'
  return refused(refusalOf('run_failed', detail, { retryAfter: 1, cause }), released)
}

/** The outcome of a settlement is not known yet. This is never a fresh 402, which would make a client pay twice. */
export function settlementPending(payment: Payment | null): Refused {
  const extra = payment ? { receipt: payment.id, transaction: payment.transaction } : {}
  return refused(
    refusalOf('settlement_pending', 'The answer is ready, but its payment is not confirmed yet.', { retryAfter: 5, extra }),
    payment,
  )
}
