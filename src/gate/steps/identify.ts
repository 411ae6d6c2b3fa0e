import { unixSeconds } from '../../shared/clock.ts'
import { claimedIdentity } from '../verify/authorization-identity.ts'
import { normalize } from '../verify/normalize.ts'
import type { CallParts } from './call-parts.ts'
import type { Identified, Received } from './call-states.ts'
import { next, type Next } from './step.ts'

/**
 * Which payment this is, and for which request. It refuses nothing yet: a payment that the ledger knows is answered even
 * where its credential no longer means anything to us.
 */
export function identify(call: Received, { clock, mppChallenges }: Pick<CallParts, 'clock' | 'mppChallenges'>): Next<Identified> {
  const { offerCall, credential } = call
  const claim = normalize({ challenges: mppChallenges, nowSeconds: unixSeconds(clock) }, offerCall.offer, credential)
  const identity = claim.kind === 'authorization' ? claim.identity : claimedIdentity(credential)
  return next({ ...call, fingerprint: offerCall.input.fingerprint(), claim, identity })
}
