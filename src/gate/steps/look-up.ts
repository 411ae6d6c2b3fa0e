import { isAdopted } from '../../ledger/reconcile/adopted.ts'
import { isSameAuthorization } from '../known-payments/adopted-payment.ts'
import { lostPayment } from '../known-payments/lost-payments.ts'
import { holderOfClaim } from '../limits/seat.ts'
import { isSameCredential } from '../known-payments/taken-payment.ts'
import type { CallParts } from './call-parts.ts'
import type { Identified, LookedUp } from './call-states.ts'
import { isOfPayment } from '../../payments/wire/refusals.ts'
import { noteRefused } from './note-refused.ts'
import { known, next, type Known, type Next } from './step.ts'
import { refused, refuse, type Refused } from '../outcome.ts'

type Parts = Pick<CallParts, 'verify' | 'knownPayments' | 'refusalLimit' | 'noteRefusal' | 'lostPayments' | 'ledger'>

/**
 * Whether the ledger knows the payment. A known one is answered whatever is wrong now. A new authorization, which nearly all
 * are, is not looked up: the claim finds out.
 */
export async function lookUp(call: Identified, parts: Parts): Promise<Next<LookedUp> | Known | Refused> {
  const { credential, claim, identity, unavailable } = call
  const { knownPayments } = parts
  const retryAfter = await waitAfterRefusals(call, parts)
  if (claim.kind === 'authorization' && !unavailable && retryAfter === 0 && knownPayments.reserve(credential, claim.identity)) {
    return next({ ...call, claim, isNew: true, holder: undefined })
  }
  const holder = await knownPayments.find(credential, identity)
  if (holder && (isSameCredential(holder, credential) || (isAdopted(holder) && isSameAuthorization(holder, credential))))
    return known(call, holder)
  if (unavailable) return refused(unavailable)
  if (retryAfter > 0) {
    return refuse('rate_limited', 'Too many payments from this address were refused.', { retryAfter })
  }
  switch (claim.kind) {
    case 'refused':
      if (!isOfPayment(claim.refusal)) return claim
      return (await foundLost(call, parts)) ?? noteRefused(parts, claim, null)
    default:
      return next({ ...call, claim, isNew: false, holder })
  }
}

/** Seconds. Refused payments of its client do not hold up a payer that has settled before. */
async function waitAfterRefusals({ offerCall, claim }: Identified, { refusalLimit, verify }: Parts): Promise<number> {
  const ofClient = refusalLimit.wait(offerCall.client)
  return ofClient === 0 ? 0 : refusalLimit.wait(await holderOfClaim(claim, offerCall.client, verify))
}

/** A credential that means nothing any longer, such as one of an expired challenge, may have paid for what the ledger has lost. */
async function foundLost(call: Identified, parts: Parts): Promise<Known | Refused | null> {
  const lost = await lostPayment(parts, call.credential)
  if (lost?.kind === 'refused') parts.refusalLimit.take(call.offerCall.client)
  return lost?.kind === 'known' ? known(call, lost.payment) : lost
}
