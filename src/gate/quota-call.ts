import { type Chain, RpcUnreachable } from '../chain/chain.ts'
import type { Payment } from '../ledger/payments/payment.ts'
import type { Hex } from '../shared/bytes.ts'
import { isTaken } from './known-payments/taken-payment.ts'
import type { Refused, GateOutcome, UnusedPayment } from './outcome.ts'
import type { CallParts } from './steps/call-parts.ts'
import type { Claimed, Identified, LookedUp, Received } from './steps/call-states.ts'
import { claim } from './steps/claim.ts'
import { identify } from './steps/identify.ts'
import { screen } from './steps/screen.ts'
import { next, sequence, type Known, type Next } from './steps/step.ts'
import { verify } from './steps/verify.ts'
import type { QuotaRun } from './unpaid-call.ts'
import type { AuthorizationClaim } from './verify/normalize.ts'
import { maySign } from './verify/payer-signature.ts'
import { fitsLocally } from './verify/verify-authorization.ts'

/** The call is to be paid for: no unit is left, the ledger knows the payment, or something is wrong with it. */
interface Pay {
  readonly kind: 'pay'
}

const pay: Pay = { kind: 'pay' }

interface OnUnit extends LookedUp {
  /** A unit of the day's quota that was taken for this call. */
  readonly unit: QuotaRun
}

interface Unused {
  readonly unit: QuotaRun
  readonly payment: UnusedPayment
}

/**
 * A call of a quota offer that brings a payment. It is not charged while its client has a unit left today: then the payment
 * stays unused, and a transfer, whose money is here, becomes a credit.
 */
const answer = sequence(identify, leaveKnown, checkLocally, takeUnit, makeCredit, runOnUnit)

/** The credit of a transfer. */
const creditTransfer = sequence(verify, screen, claim, releaseUnused)

/** Null where the call is to be paid for. */
export async function callOnQuota(received: Received, parts: CallParts): Promise<GateOutcome | null> {
  const reached = await answer(received, parts)
  switch (reached.kind) {
    case 'pay':
      return null
    case 'next':
      return reached.state
    case 'refused':
      return reached
  }
}

/** A payment that has bought something is looked up by the paid call, so a retry gets what it bought. */
async function leaveKnown(call: Identified, parts: CallParts): Promise<Next<LookedUp> | Pay> {
  const { claim: claimed } = call
  if (claimed.kind === 'refused') return pay
  const holder = await parts.knownPayments.find(call.credential, call.identity)
  return isTaken(holder) && holder.state !== 'credit' ? pay : next({ ...call, claim: claimed, isNew: false, holder })
}

/** An authorization is checked as far as it can be without a chain, and nothing is written. */
async function checkLocally(call: LookedUp, parts: CallParts): Promise<Next<LookedUp> | Pay> {
  const { offerCall, claim: claimed } = call
  const { verify: verifyParts, refusalLimit } = parts
  if (claimed.kind === 'authorization' && !(await fitsLocally(verifyParts, offerCall.offer, claimed))) return pay
  // A wrong payment may cost questions to the chain, so a client that sent too many of them is stopped first.
  if (refusalLimit.wait(offerCall.client) > 0) return pay
  return claimed.kind === 'transfer' || (await maySignOrUnknown(claimed, parts)) ? next(call) : pay
}

/** Nothing is at stake in a call on the quota, so a node that does not answer stops none. */
async function maySignOrUnknown({ credential }: AuthorizationClaim, { verify: { chains } }: CallParts): Promise<boolean> {
  const { network, authorization } = credential.proof
  try {
    // The terms hold only networks that are connected.
    return await maySign(chains.get(network) as Chain, authorization)
  } catch (error) {
    if (error instanceof RpcUnreachable) return true
    throw error
  }
}

async function takeUnit(call: LookedUp): Promise<Next<OnUnit> | Pay> {
  const unit = (await call.takeUnit?.(call.offerCall)) ?? null
  return unit ? next({ ...call, unit }) : pay
}

/** A transfer is verified in full and becomes a credit: its money must not be lost because the call cost nothing. */
async function makeCredit({ unit, ...call }: OnUnit, parts: CallParts): Promise<Next<Unused> | Refused | Pay> {
  const { claim: claimed, holder } = call
  if (claimed.kind === 'authorization') {
    const { network, authorization } = claimed.credential.proof
    return next({ unit, payment: { network, payer: authorization.from.toLowerCase() as Hex, credit: null } })
  }
  if (holder) return next({ unit, payment: unusedCredit(holder) })
  const made = await creditTransfer({ ...call, holder: undefined }, parts).catch(async (error: unknown) => {
    await unit.undo()
    throw error
  })
  if (made.kind === 'next') return next({ unit, payment: unusedCredit(made.state) })
  await unit.undo()
  return made.kind === 'known' ? pay : made
}

async function releaseUnused({ payment }: Claimed, parts: CallParts): Promise<Next<Payment> | Known | Refused | Pay> {
  try {
    const { id, epoch } = payment
    const credit = await parts.ledger.release({ id, epoch, reason: 'answered_on_quota', counted: null })
    return credit ? next(credit) : pay
  } catch (error) {
    return parts.interruptedCalls.release(payment, error)
  }
}

function unusedCredit(credit: Payment): UnusedPayment {
  return { network: credit.network as UnusedPayment['network'], payer: credit.payer, credit }
}

async function runOnUnit({ unit, payment }: Unused): Promise<Next<GateOutcome>> {
  const outcome = await unit.run()
  return next(outcome.kind === 'answer' ? { ...outcome, unused: payment } : outcome)
}
