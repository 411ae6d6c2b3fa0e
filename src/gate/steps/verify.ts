import { isOfPayment } from '../../payments/wire/refusals.ts'
import { lostPayment } from '../known-payments/lost-payments.ts'
import { scopedKeys } from '../scoped-keys.ts'
import { callerOfClaim, holderOfClaim } from '../limits/seat.ts'
import { verifyAuthorization, type Verification } from '../verify/verify-authorization.ts'
import { verifyTransfer, type TransferVerification } from '../verify/verify-transfer.ts'
import type { CallParts } from './call-parts.ts'
import type { LookedUp, Verified } from './call-states.ts'
import { known, next, type Known, type Next } from './step.ts'
import { refused, refuse, type Refused } from '../outcome.ts'
import { noteRefused } from './note-refused.ts'

type Parts = Pick<
  CallParts,
  'verify' | 'transfers' | 'knownPayments' | 'refusalLimit' | 'noteRefusal' | 'lostPayments' | 'recentClaims' | 'ledger'
>

/** Terms and window, then the signature, then the chain. Nothing is written for a payment that fails. */
export async function verify(call: LookedUp, parts: Parts): Promise<Next<Verified> | Known | Refused> {
  const { offerCall, claim } = call
  const verification = await verificationOf(call, parts)
  switch (verification.kind) {
    case 'verified':
      return isOfAnotherCaller(call, parts)
        ? refuse('answer_delivered', 'This payment was already used. Only the caller who paid gets its answer again.')
        : next({ ...call, proof: verification.proof })
    case 'known':
      return known(call, verification.payment)
    case 'refused': {
      if (verification.asked) parts.refusalLimit.take(await holderOfClaim(claim, offerCall.client, parts.verify))
      const proof = claim.kind === 'authorization' ? claim.credential.proof : null
      return noteRefused(parts, verification, proof && { payer: proof.authorization.from, network: proof.network })
    }
  }
}

async function verificationOf(call: LookedUp, parts: Parts): Promise<Verification | TransferVerification> {
  const { claim, offerCall } = call
  if (claim.kind === 'transfer') {
    const seatless = await takeSeat(call, parts)
    return seatless ?? verifyTransfer({ ...parts.verify, bareHashes: parts.transfers.bareHashes }, offerCall.offer, claim)
  }
  const verifyIt = async () =>
    (await takeSeat(call, parts)) ?? unlessLost(call, await verifyAuthorization(parts.verify, offerCall.offer, claim, call.holder), parts)
  return call.isNew ? parts.knownPayments.verifyReserved(call.credential, claim.identity, verifyIt) : verifyIt()
}

/** A call without a place is refused before a chain is asked, and before its payment is claimed. */
async function takeSeat({ claim, offerCall, seat }: LookedUp, { verify }: Parts): Promise<Refused | null> {
  if (offerCall.offer.admit === undefined) return null
  const refusal = seat.take(await callerOfClaim(claim, offerCall.client, verify))
  return refusal && refused(refusal)
}

/** A payment that is refused may be one that the ledger has lost: its nonce is used, or it came too late for its window. */
async function unlessLost({ credential }: LookedUp, verification: Verification, parts: Parts): Promise<Verification> {
  // What waiting can mend is no sign of it.
  if (verification.kind !== 'refused' || !isOfPayment(verification.refusal)) return verification
  return (await lostPayment(parts, credential)) ?? verification
}

/**
 * The ledger has lost this payment, its transaction may be on its way to a block, and so its signature is public. This process remembers who
 * brought it.
 */
function isOfAnotherCaller({ offerCall, credential, claim, identity }: LookedUp, { recentClaims, lostPayments }: Parts): boolean {
  const before = identity === null ? undefined : recentClaims?.of(identity)
  if (claim.kind !== 'authorization' || before === undefined || before.at >= (lostPayments?.noticedAt() ?? 0)) return false
  const keys = scopedKeys(offerCall, credential, claim.credential.proof.authorization.from)
  // The challenge of an MPP credential is not public, and was found to be its own.
  return credential.kind !== 'mpp' && before.client !== offerCall.client && !keys.some((key) => before.keys.includes(key))
}
