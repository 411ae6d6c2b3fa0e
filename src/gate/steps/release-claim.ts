import type { Payment } from '../../ledger/payments/payment.ts'
import type { AnyOffer } from '../../offers/offer.ts'
import { countsForCaller, type Problem } from '../../shared/problems.ts'
import { runOf } from '../limits/counted-run.ts'
import { problemOutcome } from '../offer-call.ts'
import type { CallParts } from './call-parts.ts'
import { claimLost } from './claim-lost.ts'
import { ended, type Ended } from './step.ts'

/**
 * Gives up a claim for a problem, which the call ends with: nothing is charged. It counts where it was the caller's doing. Then the first
 * call free of a wallet is used up too, if the work costs us money: else a new wallet could have such work done again and again.
 */
export async function endReleased(
  offer: AnyOffer,
  payment: Payment,
  problem: Problem,
  parts: Pick<CallParts, 'ledger' | 'clock' | 'log'>,
): Promise<Ended> {
  const { id, epoch, claimedAt } = payment
  const counts = countsForCaller(problem.kind)
  const released = await parts.ledger.release({
    id,
    epoch,
    reason: problem.code,
    counted: counts ? runOf(claimedAt, parts.clock.now()) : null,
    freeCallUsed: counts && offer.settle === 'first',
  })
  return ended(released ? problemOutcome(problem, released) : await claimLost(payment, parts))
}
