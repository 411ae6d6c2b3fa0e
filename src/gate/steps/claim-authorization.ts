import type { ClaimInput, ClaimResult } from '../../ledger/ledger.ts'
import type { Payment } from '../../ledger/payments/payment.ts'
import type { Hex } from '../../shared/bytes.ts'
import type { AnyOffer } from '../../offers/offer.ts'
import { utcDay } from '../../shared/clock.ts'
import { paymentRefusal } from '../../payments/wire/refusals.ts'
import type { Refusal } from '../../shared/refusal.ts'
import { payerBarred, paymentOwed, tooManyRuns, tooManyUnsettled } from '../call-refusals.ts'
import { unlessTaken } from '../known-payments/taken-payment.ts'
import { freeCallBelow } from '../terms/terms.ts'
import type { AuthorizationVerified } from '../verify/verify-authorization.ts'
import type { Claimed, Verified } from './call-states.ts'
import { claimTerms, whileClaiming, withClaim, type ClaimParts } from './claim-terms.ts'
import { known, type Known, type Next } from './step.ts'
import { refused, type Refused } from '../outcome.ts'

/** Milliseconds that a call waits while its payer has too many payments unsettled. Then it gets a 429. */
const maxTurnMs = 10_000
/** Milliseconds for which a payer who had too many runs is refused without asking the ledger. Some runs may be under way and end well. */
const runsKnownMs = 5_000

/** Milliseconds for which a payer whom another instance barred is refused without asking the ledger. The bar ends early where the payer owes a payment instead. */
const barKnownMs = 30_000

/** Claims an authorization, if what its payer holds covers it. */
export async function claimAuthorization(
  call: Verified,
  proof: AuthorizationVerified,
  parts: ClaimParts,
): Promise<Next<Claimed> | Known | Refused> {
  const payer = proof.authorization.from
  const claimed = await claimInTurn(call, proof, parts)
  if ('kind' in claimed) return unlessBought(claimed)
  const now = parts.clock.now()
  if (!('payment' in claimed) || claimed.result === 'owing') parts.refusalLimit.take(call.offerCall.client)
  switch (claimed.result) {
    case 'not_covered':
      return refused(notCovered(proof, claimed.outstanding))
    case 'too_many_uncharged_runs':
      if (claimed.by === 'payer') parts.verify.payerRefusals.remember(payer, now + runsKnownMs, (at) => tooManyRuns('payer', at))
      return unlessBought(refused(tooManyRuns(claimed.by, now)))
    case 'too_many_unsettled':
      return unlessBought(refused(tooManyUnsettled(claimed.limit)))
    case 'owing':
      return unlessBought(paymentOwed(claimed.payment, parts.context.publicUrl))
    case 'barred':
      parts.verify.payerRefusals.remember(payer, Math.min(claimed.until, now + barKnownMs), (at) => payerBarred(claimed.until, at))
      return unlessBought(refused(payerBarred(claimed.until, now)))
    case 'claimed':
      await noteClaimed(proof, claimed.payment, now, parts)
      return withClaim(call, claimed)
    default:
      return withClaim(call, claimed)
  }

  /** A payer who is barred still gets answers they already paid for. */
  function unlessBought(refusal: Refused): Promise<Known | Refused> {
    return unlessTaken(parts.ledger, proof.identity, (payment) => known(call, payment), refusal)
  }
}

async function noteClaimed(proof: AuthorizationVerified, payment: Payment, at: number, parts: ClaimParts): Promise<void> {
  const { id, offerId, client, keys, free, amount } = payment
  parts.recentClaims?.remember(proof.identity, { id, offerId, client, keys, at })
  if (free) return
  const newContract = proof.contract && !(await parts.settler.hasSettledBefore(proof.authorization.from))
  parts.verify.terms.claimed(proof.credential.proof.network, { amount, newContract })
}

function notCovered({ state }: AuthorizationVerified, outstanding: bigint): Refusal {
  return paymentRefusal('invalid_exact_evm_insufficient_balance', {
    field: 'payload.authorization.value',
    expected: `a balance that covers this payment and the ${outstanding} base units already promised to this service`,
    received: `${state.balance}`,
  })
}

/**
 * A payer that has too many payments unsettled waits for its turn, as long as a caller can be expected to. Meanwhile the network
 * may have become one where nothing can be settled.
 */
async function claimInTurn(call: Verified, proof: AuthorizationVerified, parts: ClaimParts): Promise<ClaimResult | Refused> {
  const { network } = proof.credential.proof
  const payer = proof.authorization.from.toLowerCase()
  const until = parts.clock.now() + maxTurnMs
  for (;;) {
    const claimed = await recordClaim(call, proof, parts.clock.now(), parts)
    if (claimed.result !== 'too_many_unsettled' || !(await parts.inFlightCounts.nextTurn(payer, until))) return claimed
    const refusal = parts.verify.terms.refusal(network, proof.authorization.value)
    if (refusal !== null) return refused(refusal)
  }
}

function recordClaim(call: Verified, proof: AuthorizationVerified, now: number, parts: ClaimParts): Promise<ClaimResult> {
  const { authorization, credential, state } = proof
  const { from, to, value, nonce, validAfter, validBefore, signature } = authorization
  const payer = from.toLowerCase() as Hex
  const terms = claimTerms(call, payer, now, parts)
  const { offer } = call.offerCall
  const claiming = whileClaiming(terms, parts, () =>
    parts.ledger.claim({
      ...terms,
      protocol: credential.protocol,
      network: credential.proof.network,
      asset: credential.proof.asset.toLowerCase() as Hex,
      payer,
      payTo: to.toLowerCase() as Hex,
      amount: value,
      authorization: { nonce, validAfter, validBefore, signature },
      identities: [proof.identity],
      balance: state.balance,
      block: state.block,
      freeCall: value < freeCallBelow && offer.firstCallFree ? freeCallOf(offer, terms.client, now, parts) : null,
      contract: proof.contract,
      unsettled: parts.limits.runs.unsettled,
    }),
  )
  return claiming.catch((error: unknown) => {
    parts.interruptedCalls.noteDoubtfulClaim(terms.id)
    throw error
  })
}

/** Free first calls whose work costs us money are few, and are counted apart from the others of a client. */
function freeCallOf({ settle }: AnyOffer, client: string, now: number, { limits }: ClaimParts): NonNullable<ClaimInput['freeCall']> {
  return settle === 'first'
    ? { day: utcDay(now), client: `dear:${client}`, dailyLimit: limits.dearFreeCallsPerClientPerDay }
    : { day: utcDay(now), client, dailyLimit: limits.freeCallsPerClientPerDay }
}
