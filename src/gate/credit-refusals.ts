import type { Payment } from '../ledger/payments/payment.ts'
import { refusalOf, type Refusal } from '../shared/refusal.ts'
import { runsLeft } from './credit-rules.ts'

/** What the payer of a credit should know and do; it takes the place of advice that speaks of nothing being charged. */
function adviceOnCredit(credit: Payment) {
  const left = runsLeft(credit)
  const fix =
    left > 0
      ? `Do not pay again. Send the same payment again with a call of this offer, from the same client address or with its Idempotency-Key or payment-identifier: it begins the work up to ${left} more time${left === 1 ? '' : 's'}.`
      : 'Do not pay again for this answer: its receipt says whether the payment is given back.'
  return { fix, extra: { credit: { receipt: credit.id, runsLeft: left } } }
}

/** The work failed after its payment was settled: the reason is that of the work, and the payment stays a credit. */
export function workFailed({ kind, message, options }: Refusal, credit: Payment): Refusal {
  const { fix, extra } = adviceOnCredit(credit)
  const stays = { ...options, fix, extra: { ...options.extra, ...extra } }
  return refusalOf(kind, `${message} The payment was settled and stays a credit.`, stays)
}

const said = {
  used_up: 'The work for this payment was started the maximum number of times.',
  no_time: 'The payment is settled, and too little time was left to begin the work.',
  taken: 'Another call with this payment has just begun the work.',
  lost: 'The call was interrupted on our side.',
} as const

/** A settled payment buys no answer in this call. */
export function creditLeft(credit: Payment | null, why: keyof typeof said): Refusal {
  const code = why === 'used_up' ? 'credit_used_up' : why === 'taken' ? 'payment_in_flight' : 'credit_waiting'
  const advice = credit && why !== 'taken' ? adviceOnCredit(credit) : {}
  return refusalOf(code, said[why], { ...(why === 'used_up' ? {} : { retryAfter: 1 }), ...advice })
}
