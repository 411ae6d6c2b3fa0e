import { runOffer } from '../run/run-offer.ts'
import { payingAsker } from '../limits/seat.ts'
import { timeLeft } from '../run/time-left.ts'
import type { CallParts } from './call-parts.ts'
import type { Claimed, Ran } from './call-states.ts'
import { endReleased } from './release-claim.ts'
import { next, type Next } from './step.ts'
import { checkWouldSettle } from './would-settle.ts'
import type { Refused } from '../outcome.ts'

type Parts = Pick<
  CallParts,
  'ledger' | 'settler' | 'context' | 'clock' | 'timers' | 'log' | 'failPoint' | 'refusalLimit' | 'noteRefusal' | 'limits'
>

/** Runs the offer under its deadline. When it fails nothing is charged, and the same payment may be used again. */
export async function run(claimed: Claimed, parts: Parts): Promise<Next<Ran> | Refused> {
  const { offerCall, input, payment } = claimed
  parts.failPoint('claimed')
  const notSettled = await checkWouldSettle(claimed, parts)
  if (notSettled) return notSettled
  const maxMs = timeLeft(offerCall, parts.limits.answerWithinMs, parts.clock.now())
  const result = await runOffer(offerCall.offer, input, payingAsker(payment, offerCall, parts.settler), parts, maxMs)
  parts.failPoint('worked')
  if (result.kind !== 'refused') return next({ ...claimed, run: result })
  return endReleased(offerCall.offer, payment, result.refusal, parts)
}
