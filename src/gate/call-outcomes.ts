import type { Payment } from '../ledger/payments/payment.ts'
import type { LimitedBy } from '../ledger/quotas/uncharged-runs.ts'
import type { Refusal } from '../payments/wire/refusals.ts'
import { Problem } from '../shared/problems.ts'
import { secondsToNextHour } from '../shared/clock.ts'
import { formatUsd } from '../shared/money.ts'
import { notAnswering } from './terms/terms.ts'
import { problemOutcome, type GateOutcome, type ProblemOutcome, type OfferCall } from './offer-call.ts'

/** A 402 that says what was wrong with the payment. `payment` is set where the payment has a receipt. */
export function paymentRefused({ offer, input }: OfferCall, refusal: Refusal, payment: Payment | null = null): GateOutcome {
  return { kind: 'payment_required', offer, input, refusal, payment }
}

/**
 * A 402 for a payer that was answered before its payment was settled, and whose payment then could not be collected. It names the
 * receipt, the amount, and how to pay it.
 */
export function paymentOwed(question: OfferCall, owed: Payment, publicUrl: string): GateOutcome {
  const how = `${publicUrl}/v1/receipts/${owed.id}/payment`
  const refusal: Refusal = {
    reason: 'payment_owed',
    fix: `This wallet owes ${formatUsd(owed.amount)} USDC for the answer of receipt ${owed.id}. GET ${how} has the terms, and POST there takes the payment. Nothing was charged for this call.`,
  }
  return paymentRefused(question, refusal, owed)
}

export function payerBarred(until: number, now: number): Problem {
  return new Problem('payer_barred', 'An earlier payment of this wallet could not be settled.', {
    retryAfter: Math.ceil((until - now) / 1000),
  })
}

export function tooManyRuns(by: LimitedBy, now: number): Problem {
  const retryAfter = secondsToNextHour(now)
  const detail = `${limited[by]} Try again in ${retryAfter} seconds.`
  return new Problem('too_many_uncharged_runs', detail, { retryAfter, extra: { limited: by } })
}

const limited: Readonly<Record<LimitedBy, string>> = {
  payer: 'This wallet had too many calls this hour that ended without a charge.',
  client:
    'New wallets and free calls of this client address had too many runs this hour that ended without a charge. This limit does not apply to wallets that have paid here before.',
  contract:
    'Too many payments of contract wallets from this client address could not be settled this hour. This limit does not apply to plain accounts and to wallets that have paid here before.',
}

export function tooManyUnsettled(limit: number): Problem {
  const detail = `This wallet has ${limit} payments that are not settled yet, which is the most that it may have now.`
  return new Problem('too_many_unsettled_payments', detail, { retryAfter: 2, extra: { limit } })
}

export function networkUnavailable(name: string, reason: string): Problem {
  return new Problem('network_unavailable', `A payment on ${name} is not accepted now: ${reason}.`, {
    retryAfter: reason === notAnswering ? 2 : 10,
  })
}

export function keyReused(): Problem {
  return new Problem('idempotency_key_reused', 'This wallet already used this key for another request.')
}

/** Something failed on our side, and the payment was released. */
export function callInterrupted(released: Payment, cause?: unknown): ProblemOutcome {
  const detail = 'The call was interrupted on our side; nothing was charged.'
  return problemOutcome(new Problem('run_failed', detail, { retryAfter: 1, cause }), released)
}

/** The outcome of a settlement is not known yet. This is never a fresh 402, which would make a client pay twice. */
export function settlementPending(payment: Payment | null): ProblemOutcome {
  const extra = payment ? { receipt: payment.id, transaction: payment.transaction } : {}
  return problemOutcome(
    new Problem('settlement_pending', 'The answer is ready, but its payment is not confirmed yet.', { retryAfter: 5, extra }),
    payment,
  )
}
