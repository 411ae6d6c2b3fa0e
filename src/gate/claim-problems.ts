import type { Payment } from '../ledger/payment.ts'
import { Problem } from '../shared/problems.ts'
import { problemOutcome, type GateOutcome } from './question.ts'
import { secondsToNextHour } from './hours.ts'

/** Why a claim was not admitted, where it is the same for authorizations and transfers. */
export function payerBarred(until: number, now: number): Problem {
  return new Problem('payer_barred', 'An earlier payment of this wallet could not be settled.', {
    retryAfter: Math.ceil((until - now) / 1000),
  })
}

export function tooManyRuns(limit: number, now: number): Problem {
  return new Problem('too_many_uncharged_runs', `At most ${limit} failed or uncharged runs an hour.`, {
    retryAfter: secondsToNextHour(now),
  })
}

export function keyReused(): Problem {
  return new Problem('idempotency_key_reused', 'This key already names another request of this wallet.')
}

/** The call broke off on our side, and its payment was released. */
export function interrupted(released: Payment, cause?: unknown): GateOutcome {
  const detail = 'The call was interrupted on our side; nothing was charged.'
  return problemOutcome(new Problem('run_failed', detail, { retryAfter: 1, cause }), released)
}

/** The outcome of a settlement is not known yet; never a fresh 402 that makes a client pay twice. */
export function settlementPending(payment: Payment | null): GateOutcome {
  const extra = payment ? { receipt: payment.id, transaction: payment.transaction } : {}
  return problemOutcome(
    new Problem('settlement_pending', 'The answer is ready; its payment is not confirmed yet.', { retryAfter: 5, extra }),
    payment,
  )
}
