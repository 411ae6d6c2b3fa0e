import type { CallParts } from './call-parts.ts'
import type { Claimed } from './call-states.ts'
import { claimLost } from './claim-lost.ts'
import { unavailabilityOf } from '../run/unavailability.ts'
import { endReleased } from './release-claim.ts'
import { next, type Next } from './step.ts'
import { checkWouldSettle } from './would-settle.ts'
import type { Refused } from '../outcome.ts'

type Parts = Pick<CallParts, 'ledger' | 'settler' | 'clock' | 'log' | 'failPoint' | 'refusalLimit' | 'noteRefusal' | 'context'>

/** Orders work that is begun once its payment is settled. From here on the payment is settled, whatever becomes of this process. */
export async function order(claimed: Claimed, parts: Parts): Promise<Next<Claimed> | Refused> {
  parts.failPoint('claimed')
  const notSettled = await checkWouldSettle(claimed, parts)
  if (notSettled) return notSettled
  // Its engine may have failed since the call came: then nothing is settled.
  const unavailable = unavailabilityOf(claimed.offerCall.offer, parts.context)
  if (unavailable) return endReleased(claimed.offerCall.offer, claimed.payment, unavailable, parts)
  const ordered = await parts.ledger.order(claimed.payment)
  if (!ordered) return await claimLost(claimed.payment, parts)
  parts.failPoint('ordered')
  return next({ ...claimed, payment: ordered })
}
