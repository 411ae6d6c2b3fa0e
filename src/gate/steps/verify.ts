import { Problem } from '../../shared/problems.ts'
import { lostPayment } from '../known-payments/lost-payments.ts'
import { problemOutcome } from '../offer-call.ts'
import { scopedKeys } from '../scoped-keys.ts'
import { callerOfClaim, holderOfClaim } from '../limits/seat.ts'
import { verifyAuthorization, type Unverified, type Verification } from '../verify/verify-authorization.ts'
import { verifyTransfer, type TransferVerification } from '../verify/verify-transfer.ts'
import type { CallParts } from './call-parts.ts'
import type { LookedUp, Verified } from './call-states.ts'
import { refuse } from './refuse.ts'
import { ended, known, next, type Ended, type Known, type Next } from './step.ts'

type Parts = Pick<
  CallParts,
  'verify' | 'transfers' | 'knownPayments' | 'refusalLimit' | 'noteRefusal' | 'lostPayments' | 'recentClaims' | 'ledger'
>

/** Terms and window, then the signature, then the chain. Nothing is written for a payment that fails. */
export async function verify(call: LookedUp, parts: Parts): Promise<Next<Verified> | Known | Ended> {
  const { question, claim } = call
  const verification = await verificationOf(call, parts)
  switch (verification.kind) {
    case 'verified':
      if (isOfAnotherCaller(call, parts))
        return ended(
          problemOutcome(new Problem('answer_delivered', 'This payment was already used. Only the caller who paid gets its answer again.')),
        )
      return next({ ...call, proof: verification.proof })
    case 'known':
      return known(call, verification.payment)
    case 'problem':
      if (verification.asked) parts.refusalLimit.take(await holderOfClaim(claim, question.client, parts.verify))
      return ended(problemOutcome(verification.problem))
    case 'refused': {
      if (verification.asked) parts.refusalLimit.take(await holderOfClaim(claim, question.client, parts.verify))
      const proof = claim.kind === 'authorization' ? claim.credential.proof : null
      const about = proof && { payer: proof.authorization.from, network: proof.network }
      return ended(refuse(parts, question, verification.refusal, about))
    }
  }
}

async function verificationOf(call: LookedUp, parts: Parts): Promise<Verification | TransferVerification> {
  const { claim, question } = call
  if (claim.kind === 'transfer') {
    const seatless = await takeSeat(call, parts)
    return seatless ?? verifyTransfer({ ...parts.verify, bareHashes: parts.transfers.bareHashes }, question.offer, claim)
  }
  const verifyIt = async () =>
    (await takeSeat(call, parts)) ?? unlessLost(call, await verifyAuthorization(parts.verify, question.offer, claim, call.holder), parts)
  return call.isNew ? parts.knownPayments.verifyReserved(call.credential, claim.identity, verifyIt) : verifyIt()
}

/** A call without a place is refused before a chain is asked, and before its payment is claimed. */
async function takeSeat({ claim, question, seat }: LookedUp, { verify }: Parts): Promise<Unverified | null> {
  if (question.offer.admit === undefined) return null
  const problem = seat.take(await callerOfClaim(claim, question.client, verify))
  return problem && { kind: 'problem', problem, asked: false }
}

/** A payment that is refused may be one that the ledger has lost: its nonce is used, or it came too late for its window. */
async function unlessLost({ credential }: LookedUp, verification: Verification, parts: Parts): Promise<Verification> {
  if (verification.kind !== 'refused') return verification
  const lost = await lostPayment(parts, credential)
  if (lost === null) return verification
  return lost instanceof Problem ? { kind: 'problem', problem: lost, asked: true } : { kind: 'known', payment: lost }
}

/**
 * The ledger has lost this payment, its transaction may be on its way to a block, and so its signature is public. This process remembers who
 * brought it.
 */
function isOfAnotherCaller({ question, credential, claim, identity }: LookedUp, { recentClaims, lostPayments }: Parts): boolean {
  const before = identity === null ? undefined : recentClaims?.of(identity)
  if (claim.kind !== 'authorization' || before === undefined || before.at >= (lostPayments?.noticedAt() ?? 0)) return false
  const keys = scopedKeys(question, credential, claim.credential.proof.authorization.from)
  // The challenge of an MPP credential is not public, and was found to be its own.
  return credential.kind !== 'mpp' && before.client !== question.client && !keys.some((key) => before.keys.includes(key))
}
