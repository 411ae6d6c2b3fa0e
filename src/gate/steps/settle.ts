import type { Payment } from '../../ledger/payments/payment.ts'
import { paymentRefusal, paymentRefusalCode } from '../../payments/wire/refusals.ts'
import type { OfferCall } from '../offer-call.ts'
import { isUnsettled } from '../../ledger/payments/payment-states.ts'
import type { CallParts } from './call-parts.ts'
import type { Claimed, Served, Settled } from './call-states.ts'
import { timeLeft } from '../run/time-left.ts'
import { next, redeem, type Next, type Redeem } from './step.ts'
import { refused, type Refused } from '../outcome.ts'
import { settlementPending } from '../call-refusals.ts'
import { creditLeft } from '../credit-refusals.ts'

type Parts = Pick<CallParts, 'settler' | 'limits' | 'clock' | 'log'>

/** Waits until the payment is settled, unless its answer may be sent before. A free call, an uncharged one and a transfer leave nothing to settle. */
export async function settle(served: Served, parts: Parts): Promise<Next<Settled> | Refused> {
  const { offerCall, payment } = served
  if (!isUnsettled(payment)) return next(served)
  if (isAnsweredEarly(payment)) return answerNow(served, parts)
  const settled = await waitForSettlement(offerCall, payment, parts)
  return 'kind' in settled ? settled : next({ ...served, payment: settled })
}

/**
 * The same for a payment of an earlier call. One that is settled before its work, and whose first call has ended, is a credit then:
 * its work is begun.
 */
export async function settleKnown(served: Served, parts: Parts): Promise<Next<Settled> | Redeem | Refused> {
  const { offerCall, payment } = served
  if (!isUnsettled(payment)) return next(served)
  if (isAnsweredEarly(payment)) return answerNow(served, parts)
  const settled = await waitForSettlement(offerCall, payment, parts)
  if ('kind' in settled) return settled
  if (settled.state === 'credit') return redeem({ ...served, payment: settled })
  if (settled.state === 'running') return refused(creditLeft(settled, 'taken'), settled)
  return next({ ...served, payment: settled })
}

/** Settles a payment whose work is begun afterwards: it is a credit then. */
export async function settleFirst(claimed: Claimed, parts: Parts): Promise<Next<Claimed> | Refused> {
  const settled = await waitForSettlement(claimed.offerCall, claimed.payment, parts)
  return 'kind' in settled ? settled : next({ ...claimed, payment: settled })
}

function isAnsweredEarly({ timing, reason }: Payment): boolean {
  return timing === 'early' && reason === null
}

/** Its caller has the answer first; what becomes of the settlement is the settler's to record. */
function answerNow(served: Served, { settler, log }: Parts): Next<Settled> {
  const { payment } = served
  void settler
    .settle(payment, 0)
    .catch((error: unknown) => log.error({ err: error, payment: payment.id }, 'a settlement could not be begun'))
  return next(served)
}

/** The payment as it was settled, or how the call ends. */
async function waitForSettlement(offerCall: OfferCall, payment: Payment, { settler, limits, clock }: Parts): Promise<Payment | Refused> {
  const outcome = await settler.settle(payment, timeLeft(offerCall, limits.answerWithinMs, clock.now()))
  switch (outcome.kind) {
    case 'settled':
      return outcome.payment
    case 'refused':
      return refused(paymentRefusal(paymentRefusalCode(outcome.reason)), outcome.payment)
    case 'pending':
      return settlementPending({ ...payment, transaction: outcome.transaction ?? payment.transaction })
  }
}
