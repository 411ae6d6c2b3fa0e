import { utcHour } from '../../shared/clock.ts'
import type { ClaimTerms } from '../../ledger/ledger.ts'
import type { Payment } from '../../ledger/payments/payment.ts'
import { priceOfCall } from '../../offers/price-of-call.ts'
import type { Hex } from '../../shared/bytes.ts'
import { newReceiptId } from '../../shared/ids.ts'
import { scopedKeys } from '../scoped-keys.ts'
import type { CallParts } from './call-parts.ts'
import type { Claimed, Verified } from './call-states.ts'
import { known, next, type Known, type Next } from './step.ts'
import { refused, type Refused } from '../outcome.ts'
import { keyReused } from '../call-refusals.ts'

export type ClaimParts = Pick<
  CallParts,
  | 'ledger'
  | 'clock'
  | 'random'
  | 'instance'
  | 'shared'
  | 'limits'
  | 'transfers'
  | 'interruptedCalls'
  | 'noteRefusal'
  | 'settler'
  | 'timers'
  | 'inFlightCounts'
  | 'refusalLimit'
  | 'context'
  | 'verify'
  | 'recentClaims'
>

/** Milliseconds by which a lease outlives the deadline of its run. */
export const leaseMarginMs = 30_000

/** What a claim says of its call, whether an authorization or a transfer pays for it. */
export function claimTerms(call: Verified, payer: Hex, now: number, parts: ClaimParts) {
  const { offerCall, fingerprint, credential } = call
  const { offer, client } = offerCall
  const { limits, shared } = parts
  return {
    id: newReceiptId(parts.random, now),
    now,
    offerId: offer.id,
    fingerprint,
    priceWords: priceOfCall(offer)?.words ?? null,
    credentialHash: credential.hash,
    client,
    keys: scopedKeys(offerCall, credential, payer),
    instance: parts.instance,
    leaseUntil: now + offer.deadlineMs + (shared ? 0 : limits.answerWithinMs) + leaseMarginMs,
    unchargedRuns: {
      hour: utcHour(now),
      perPayer: limits.runs.unchargedPerPayer,
      perClient: limits.runs.unchargedPerClient,
      contractsPerClient: limits.runs.refusedContractsPerClient,
      clientUnderWay: parts.inFlightCounts.ofClient(client),
      settledHere: parts.settler.settledBy(payer),
    },
  } satisfies Partial<ClaimTerms>
}

/** Makes a claim. It counts for its address until the call that it admits counts itself. */
export async function whileClaiming<Result>(
  { client, unchargedRuns }: ReturnType<typeof claimTerms>,
  { inFlightCounts, timers }: Pick<ClaimParts, 'inFlightCounts' | 'timers'>,
  claim: () => Promise<Result>,
): Promise<Result> {
  // A payer that has settled before is not held to the limits of its address.
  if (unchargedRuns.settledHere > 0) return claim()
  const claiming = inFlightCounts.claiming(client)
  try {
    return await claim()
  } finally {
    timers.soon(claiming.end)
  }
}

/** How the call goes on with the payment that a claim made or found. */
export function withClaim(
  call: Verified,
  { result, payment }: { readonly result: 'claimed' | 'taken' | 'key_taken'; readonly payment: Payment },
): Next<Claimed> | Known | Refused {
  const plain = call.proof.kind === 'authorization' && !call.proof.contract
  if (result === 'claimed') return next({ offerCall: call.offerCall, input: call.input, payment, plain })
  // Under a key that names another payment, the payer proved itself with a fresh one. That one is never used: one purchase, one charge.
  if (result === 'key_taken' && payment.fingerprint !== call.fingerprint) return refused(keyReused())
  return known(call, payment)
}
