import type { Payment } from '../../ledger/payments/payment.ts'
import { paymentRefusal, paymentRefusalCode } from '../../payments/wire/refusals.ts'
import { problemKind } from '../../shared/problems.ts'
import { isAdopted } from '../../ledger/reconcile/adopted.ts'
import { mayBuy, provesPayerOfAdopted } from '../known-payments/adopted-payment.ts'
import { isCreditOfOrder } from '../../ledger/payments/payment-states.ts'
import { scopedKeys } from '../scoped-keys.ts'
import { timeLeft } from '../run/time-left.ts'
import type { CallParts } from './call-parts.ts'
import type { Identified, Served } from './call-states.ts'
import { next, redeem, type Known, type Next, type Redeem } from './step.ts'
import type { AnyOffer } from '../../offers/offer.ts'
import { refused, type Refused, type GateOutcome } from '../outcome.ts'
import { refusalOf, type Refusal } from '../../shared/refusal.ts'
import { paymentOwed } from '../call-refusals.ts'

type Parts = Pick<
  CallParts,
  | 'verify'
  | 'transfers'
  | 'lostPayments'
  | 'ledger'
  | 'settler'
  | 'clock'
  | 'timers'
  | 'limits'
  | 'inFlight'
  | 'interruptedCalls'
  | 'log'
  | 'context'
>

const pollMs = 50

/** Decides a known payment by its state alone, so that a retry is never told to pay again. */
export async function replay({ call, payment, proven }: Known['state'], parts: Parts): Promise<Next<Served> | Redeem | GateOutcome> {
  const same = payment.fingerprint === call.fingerprint
  if (isPublic(payment, parts) && proven !== true && !mayHaveAnswer(call, payment) && !hasAdopted(call, payment, parts))
    return refused(notTheirs(payment))
  if (isCreditOfOrder(payment)) {
    // A credit buys the same offer again, for any request.
    const { offer } = call.offerCall
    const isOfThisRequest = same && payment.offerId === offer.id
    if (!isOfThisRequest && !mayBuy(payment, offer, await parts.verify.terms.acceptedPrices(offer, payment.amount)))
      return alreadyUsed(call, payment)
    if (call.unavailable) return refused(call.unavailable, payment)
    return redeem({ offerCall: call.offerCall, input: call.input, payment })
  }
  switch (payment.state) {
    case 'claimed':
    case 'ordered':
    case 'served':
    case 'settling':
    case 'running':
      return same ? awaitFirstCall(call, payment, parts) : buysAnotherRequest(payment)
    case 'settled':
    case 'free':
    case 'uncharged':
    case 'reversed':
      return same ? withStoredAnswer(call, payment) : alreadyUsed(call, payment)
    case 'refused':
      return refusedBefore(payment)
    case 'owed':
      return paymentOwed(payment, parts.context.publicUrl)
    default:
      return alreadyUsed(call, payment)
  }
}

/**
 * Once a settlement may have been broadcast, its signature stands in public calldata and no longer proves who pays. A
 * facilitator broadcasts by itself: then no transaction is on record before it is found on chain.
 */
function isPublic({ transaction, state, claimedAt }: Payment, { settler, lostPayments }: Parts): boolean {
  // The ledger may have lost that a transaction was sent.
  if (claimedAt < (lostPayments?.noticedAt() ?? 0)) return true
  return transaction !== null || (settler.wouldSettle !== undefined && (state === 'ordered' || state === 'served' || state === 'settling'))
}

/**
 * The client address of the first call; a caller that repeats its Idempotency-Key or payment-identifier; or the same MPP
 * credential, which only the payer can have, because its challenge id is not public.
 */
function mayHaveAnswer({ offerCall, credential }: Identified, payment: Payment): boolean {
  return (
    payment.client === offerCall.client ||
    (credential.kind === 'mpp' && payment.credentialHash === credential.hash) ||
    scopedKeys(offerCall, credential, payment.payer).some((key) => payment.keys.includes(key))
  )
}

/** A payment that was found on chain: what its caller sent with it first is not known. */
function hasAdopted({ credential }: Identified, payment: Payment, { transfers }: Parts): boolean {
  return isAdopted(payment) && provesPayerOfAdopted(payment, credential, transfers)
}

function notTheirs(payment: Payment): Refusal {
  return isCreditOfOrder(payment)
    ? refusalOf('credit_not_yours', 'This payment is a credit. Only the caller who paid may use it.')
    : refusalOf('answer_delivered', 'This payment was already used. Only the caller who paid gets its answer again.')
}

function withStoredAnswer({ offerCall, input }: Identified, payment: Payment): Next<Served> {
  return next({ offerCall, input, payment, answer: null })
}

/**
 * Clients of MPP pay whatever challenge comes with an answer, so a proof that has bought something gets none: 403, as newer SDKs have it
 * (docs/differences.md). Clients of x402 pay once for each call.
 */
function alreadyUsed({ credential }: Identified, payment: Payment): Refused {
  if (credential.kind === 'mpp') {
    return refused(refusalOf('proof_already_used', 'This proof of payment has bought another call.'), payment)
  }
  return refused(paymentRefusal('payment_already_used'), payment)
}

function refusedBefore(payment: Payment): Refused {
  return refused(paymentRefusal(paymentRefusalCode(payment.reason ?? '')), payment)
}

function buysAnotherRequest(payment: Payment) {
  return refused(refusalOf('payment_in_flight', 'Another request with this payment is still running.', { retryAfter: 2 }), payment)
}

/** The same payment came for the same request while the first call runs: wait for it, and give the same answer. */
async function awaitFirstCall(call: Identified, payment: Payment, parts: Parts): Promise<Next<Served> | Redeem | GateOutcome> {
  const first = parts.inFlight.get(payment.id)
  if (first) {
    const outcome = await first
    return outcome.kind === 'answer' ? { ...outcome, replay: true } : outcome
  }
  if (payment.state === 'running') {
    const credit = await parts.interruptedCalls.endAbandonedWork(payment)
    return credit ? redeem({ offerCall: call.offerCall, input: call.input, payment: credit }) : followRow(call, payment, parts)
  }
  if (payment.state !== 'claimed') return withStoredAnswer(call, payment)
  const released = await parts.interruptedCalls.releaseAbandoned(payment)
  return released ?? followRow(call, payment, parts)
}

/** The claim is another instance's, or ended a moment ago: its row tells how it ends. */
async function followRow(
  call: Identified,
  payment: Payment,
  { ledger, clock, timers, limits }: Parts,
): Promise<Next<Served> | Redeem | Refused> {
  while (timeLeft(call.offerCall, limits.answerWithinMs, clock.now()) > 0) {
    await timers.sleep(pollMs)
    const now = await ledger.find(payment.id)
    if (now && isCreditOfOrder(now)) return redeem({ offerCall: call.offerCall, input: call.input, payment: now })
    if (!now || now.state === 'released' || now.state === 'credit') return refused(refusalOfFirst(now, call.offerCall.offer), now ?? null)
    if (now.state === 'refused') return refusedBefore(now)
    if (now.state !== 'claimed' && now.state !== 'running') return withStoredAnswer(call, now)
  }
  const problem = refusalOf('payment_in_flight', 'The first request with this payment is still running.', { retryAfter: 5 })
  return refused(problem, payment)
}

/** The first call ended without a charge. Its row has the code of its problem; without one, another call may buy the answer. */
function refusalOfFirst(ended: Payment | undefined, { problems }: AnyOffer): Refusal {
  const kind = problemKind(ended?.reason ?? '', problems)
  if (kind) return refusalOf(kind, 'The first request with this payment failed; nothing was charged.', { retryAfter: 1 })
  const detail = 'The first request with this payment ended without a charge: send the same request again.'
  return refusalOf('payment_in_flight', detail, { retryAfter: 1 })
}
