import { refusalReason } from '../../payments/wire/refusals.ts'
import { paymentRefused, settlementPending } from '../call-outcomes.ts'
import type { CallParts } from './call-parts.ts'
import type { Served, Settled } from './call-states.ts'
import { timeLeft } from '../time-left.ts'
import { ended, next, type Ended, type Next } from './step.ts'

/** Waits until the payment is settled. A free call, an uncharged one and a transfer leave nothing to settle. */
export async function settle(
  served: Served,
  { settler, limits, clock }: Pick<CallParts, 'settler' | 'limits' | 'clock'>,
): Promise<Next<Settled> | Ended> {
  const { question, payment } = served
  if (payment.state !== 'served' && payment.state !== 'settling') return next(served)
  const outcome = await settler.settle(payment, timeLeft(question, limits.answerWithinMs, clock.now()))
  switch (outcome.kind) {
    case 'settled':
      return next({ ...served, payment: outcome.payment })
    case 'refused':
      return ended(paymentRefused(question, { reason: refusalReason(outcome.reason) }, outcome.payment))
    case 'pending':
      return ended(settlementPending({ ...payment, transaction: outcome.transaction ?? payment.transaction }))
  }
}
