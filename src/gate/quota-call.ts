import { type Chain, RpcUnreachable } from '../chain/chain.ts'
import type { Payment } from '../ledger/payments/payment.ts'
import type { Hex } from '../shared/bytes.ts'
import type { AuthorizationClaim, TransferClaim } from './verify/normalize.ts'
import { maySign } from './verify/payer-signature.ts'
import type { GateOutcome, UnusedPayment } from './offer-call.ts'
import type { CallParts } from './steps/call-parts.ts'
import type { Identified, Received } from './steps/call-states.ts'
import { claim } from './steps/claim.ts'
import { identify } from './steps/identify.ts'
import { screen } from './steps/screen.ts'
import { verify } from './steps/verify.ts'
import { isTaken } from './known-payments/taken-payment.ts'
import type { QuotaRun, UnpaidCalls } from './unpaid-call.ts'
import { fitsLocally } from './verify/verify-authorization.ts'

type TakeUnit = UnpaidCalls['takeUnit']

/**
 * A call of a quota offer that brings a payment. It is not charged while its client has a unit left today: then the payment
 * stays unused, and a transfer, whose money is here, becomes a credit. Null where the paid call decides: no unit is left,
 * the ledger knows the payment, or something is wrong with it.
 */
export async function callOnQuota(received: Received, parts: CallParts, takeUnit: TakeUnit): Promise<GateOutcome | null> {
  const { state: call } = identify(received, parts)
  if (call.claim.kind !== 'authorization' && call.claim.kind !== 'transfer') return null
  const holder = await parts.knownPayments.find(call.credential, call.identity)
  if (isTaken(holder) && holder.state !== 'credit') return null
  return call.claim.kind === 'authorization'
    ? besideAuthorization(call, call.claim, parts, takeUnit)
    : besideTransfer(call, call.claim, { parts, takeUnit, credit: holder ?? null })
}

/** An authorization is checked as far as it can be without a chain, and nothing is written. */
async function besideAuthorization(
  { question }: Identified,
  claimed: AuthorizationClaim,
  parts: CallParts,
  takeUnit: TakeUnit,
): Promise<GateOutcome | null> {
  const { authorization, network } = claimed.credential.proof
  if (!(await fitsLocally(parts.verify, question.offer, claimed))) return null
  // A wrong signature may cost a question to the chain, so whoever sent too many of them is stopped first.
  if (parts.refusalLimit.wait(question.client) > 0) return null
  // The terms hold only networks that are connected.
  if (!(await maySignOrUnknown(parts.verify.chains.get(network) as Chain, authorization))) return null
  const unit = await takeUnit(question)
  return unit && withUnused(await unit.run(), { network, payer: authorization.from.toLowerCase() as Hex, credit: null })
}

/** Nothing is at stake in a call on the quota, so a node that does not answer stops none. */
async function maySignOrUnknown(chain: Chain, authorization: AuthorizationClaim['credential']['proof']['authorization']): Promise<boolean> {
  try {
    return await maySign(chain, authorization)
  } catch (error) {
    if (error instanceof RpcUnreachable) return true
    throw error
  }
}

/** A transfer is verified in full and becomes a credit: its money must not be lost because the call cost nothing. */
async function besideTransfer(
  call: Identified,
  claimed: TransferClaim,
  { parts, takeUnit, credit }: { readonly parts: CallParts; readonly takeUnit: TakeUnit; readonly credit: Payment | null },
): Promise<GateOutcome | null> {
  if (parts.refusalLimit.wait(call.question.client) > 0) return null
  const unit = await takeUnit(call.question)
  if (!unit) return null
  if (credit) return runBeside(unit, credit)
  const made = await makeCredit(call, claimed, parts).catch(async (error: unknown) => {
    await unit.undo()
    throw error
  })
  if (made !== null && 'state' in made) return runBeside(unit, made)
  await unit.undo()
  return made
}

async function runBeside(unit: QuotaRun, credit: Payment): Promise<GateOutcome> {
  return withUnused(await unit.run(), { network: credit.network as UnusedPayment['network'], payer: credit.payer, credit })
}

/** The credit of a transfer; the outcome where it is refused; null where the ledger knows it by now. */
async function makeCredit(call: Identified, claimed: TransferClaim, parts: CallParts): Promise<Payment | GateOutcome | null> {
  const verified = await verify({ ...call, claim: claimed, isNew: false, holder: undefined }, parts)
  if (verified.kind !== 'next') return verified.kind === 'ended' ? verified.outcome : null
  const screened = await screen(verified.state, parts)
  if (screened.kind === 'ended') return screened.outcome
  const taken = await claim(screened.state, parts)
  if (taken.kind !== 'next') return taken.kind === 'ended' ? taken.outcome : null
  const { payment } = taken.state
  try {
    const { id, epoch } = payment
    const released = await parts.ledger.release({ id, epoch, reason: 'answered_on_quota', counted: null })
    return released ?? null
  } catch (error) {
    return parts.interruptedCalls.release(payment, error)
  }
}

function withUnused(outcome: GateOutcome, unused: UnusedPayment): GateOutcome {
  return outcome.kind === 'answer' ? { ...outcome, unused } : outcome
}
