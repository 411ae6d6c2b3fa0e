import { refusalReason } from '../../payments/wire/refusals.ts'
import { paymentRefused, settlementPending } from '../call-outcomes.ts'
import type { CallParts } from './call-parts.ts'
import type { Served, Settled } from './call-states.ts'
import { timeLeft } from '../time-left.ts'
import { ended, next, type Ended, type Next } from './step.ts'

/** Waits until the payment is settled, unless its answer may be sent before. A free call, an uncharged one and a transfer leave nothing to settle. */
export async function settle(
  served: Served,
  { settler, limits, clock, log }: Pick<CallParts, 'settler' | 'limits' | 'clock' | 'log'>,
): Promise<Next<Settled> | Ended> {
  const { question, payment } = served
  if (payment.state !== 'served' && payment.state !== 'settling') return next(served)
  // Its caller has the answer first; what becomes of the settlement is the settler's to record.
  if (payment.timing === 'early' && payment.reason === null) {
    void settler
      .settle(payment, 0)
      .catch((error: unknown) => log.error({ err: error, payment: payment.id }, 'a settlement could not be begun'))
    return next(served)
  }
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
