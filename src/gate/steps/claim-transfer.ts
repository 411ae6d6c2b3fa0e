import type { ClaimTransferResult } from '../../ledger/ledger.ts'
import type { Payment } from '../../ledger/payments/payment.ts'
import type { Hex } from '../../shared/bytes.ts'
import { utcDay } from '../../shared/clock.ts'
import type { TransferCandidate, TransferVerified } from '../verify/verify-transfer.ts'
import type { Claimed, Verified } from './call-states.ts'
import { claimTerms, withClaim, type ClaimParts } from './claim-terms.ts'
import { noteRefused } from './note-refused.ts'
import { known, type Known, type Next } from './step.ts'
import { refused, type Refused } from '../outcome.ts'
import { paymentRefusal } from '../../payments/wire/refusals.ts'
import { tooManyRuns } from '../call-refusals.ts'

/** Claims a transfer that is on chain already, the first unused one of its transaction. */
export async function claimTransfer(call: Verified, proof: TransferVerified, parts: ClaimParts): Promise<Next<Claimed> | Known | Refused> {
  const { offerCall } = call
  let taken: { readonly payment: Payment; readonly proven: boolean } | null = null
  for (const candidate of proof.candidates) {
    const claimed = await recordClaim(call, proof, candidate, parts)
    switch (claimed.result) {
      case 'taken':
        // Another transfer of the same transaction may be free: two transfers are two payments.
        taken ??= { payment: claimed.payment, proven: candidate.bound }
        continue
      case 'bound_only':
        return noteRefused(parts, refused(paymentRefusal('proof_required', { field: 'payload' })), null)
      case 'theft_cap_reached':
        return noteRefused(parts, refused(paymentRefusal('loss_limit_reached', { field: 'hash' })), null)
      case 'too_many_uncharged_runs':
        parts.refusalLimit.take(offerCall.client)
        return refused(tooManyRuns(claimed.by, parts.clock.now()))
      default:
        return withClaim(call, claimed)
    }
  }
  if (!taken) throw new Error('a verified transaction had no transfer')
  return known(call, taken.payment, taken)
}

function recordClaim(
  call: Verified,
  { claim, asset, facts }: TransferVerified,
  { transfer, bound }: TransferCandidate,
  parts: ClaimParts,
): Promise<ClaimTransferResult> {
  const now = parts.clock.now()
  return parts.ledger.claimTransfer({
    ...claimTerms(call, transfer.from, now, parts),
    protocol: claim.protocol,
    network: claim.network,
    asset: asset.toLowerCase() as Hex,
    payer: transfer.from,
    payTo: transfer.to,
    amount: transfer.value,
    transaction: facts.hash,
    blockNumber: facts.blockNumber,
    blockHash: facts.blockHash,
    logIndex: transfer.logIndex,
    occurrence: transfer.occurrence,
    authorizationNonce: transfer.authorization?.nonce ?? null,
    claimBlock: facts.blockNumber,
    bound,
    theft: { day: utcDay(now), dailyLimit: parts.transfers.theftLimitPerDay },
  })
}
