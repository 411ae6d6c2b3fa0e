import type { Payment } from '../../ledger/payments/payment.ts'
import type { AnyOffer } from '../../offers/offer.ts'
import { countsForCaller } from '../../shared/problems.ts'
import type { Refusal } from '../../shared/refusal.ts'
import { runOf } from '../limits/counted-run.ts'
import type { CallParts } from './call-parts.ts'
import { claimLost } from './claim-lost.ts'
import { refused, type Refused } from '../outcome.ts'

/**
 * Gives up a claim for the refusal that ends the call: nothing is charged. It counts where it was the caller's doing. Then the first
 * call free of a wallet is used up too, if the work costs us money: else a new wallet could have such work done again and again.
 */
export async function endReleased(
  offer: AnyOffer,
  payment: Payment,
  refusal: Refusal,
  parts: Pick<CallParts, 'ledger' | 'clock' | 'log'>,
): Promise<Refused> {
  const { id, epoch, claimedAt } = payment
  const counts = countsForCaller(refusal.kind)
  const released = await parts.ledger.release({
    id,
    epoch,
    reason: refusal.code,
    counted: counts ? runOf(claimedAt, parts.clock.now()) : null,
    freeCallUsed: counts && offer.settle === 'first',
  })
  return released ? refused(refusal, released) : claimLost(payment, parts)
}
