import type { OfferInput } from '../offers/offer.ts'
import type { ReceivedCredential } from '../payments/wire/received-credential.ts'
import type { Refusal } from '../shared/refusal.ts'
import { createInFlightCounts } from './limits/in-flight-counts.ts'
import { isCreditOfOrder } from '../ledger/payments/payment-states.ts'
import { isSettledFirst } from './credit-rules.ts'
import { creditLeft } from './credit-refusals.ts'
import { createInterruptedCalls } from './known-payments/interrupted-calls.ts'
import { createKnownPayments } from './known-payments/known-payments.ts'
import type { OfferCall } from './offer-call.ts'
import { refused, type Refused, type GateOutcome } from './outcome.ts'
import { callOnQuota } from './quota-call.ts'
import type { CallParts, PaidCallParts } from './steps/call-parts.ts'
import type { Claimed, Received } from './steps/call-states.ts'
import { claim } from './steps/claim.ts'
import { deliver } from './steps/deliver.ts'
import { beginWork, doWork, storeWork } from './steps/do-ordered-work.ts'
import { identify } from './steps/identify.ts'
import { lookUp } from './steps/look-up.ts'
import { order } from './steps/order.ts'
import { limitPolling } from './steps/limit-polling.ts'
import { replay } from './steps/replay.ts'
import { run } from './steps/run.ts'
import { screen } from './steps/screen.ts'
import { settle, settleFirst, settleKnown } from './steps/settle.ts'
import { sequence, type Next } from './steps/step.ts'
import { store } from './steps/store.ts'
import { verify } from './steps/verify.ts'
import { callerOfPayment, createSeat, noSeat, type Seat } from './limits/seat.ts'
import { createPollPace } from './watchlist/poll-pace.ts'
import type { UnpaidCalls } from './unpaid-call.ts'

/** From what came to a claim. A step may also find that the ledger knows the payment, or end the call. */
const claimPayment = sequence(identify, lookUp, verify, limitPolling, screen, claim)
/** From the claim to the answer. */
const serveClaim = sequence(run, store, settle, deliver)
/** The same where the work costs us money: it is settled first, and is a credit until the work is done. */
const work = sequence(doWork, storeWork, deliver)
const serveOrder = sequence(order, settleFirst, beginWork, workUnlessInterrupted)
/** Work that was paid for by an earlier call. */
const serveCredit = sequence(beginWork, workUnlessInterrupted)
/** A payment that the ledger knows gets what it bought, and is never told to pay again. */
const repeatAnswer = sequence(replay, settleKnown, deliver)

/** Calls that bring a credential: claimed before any work, settled after it. docs/paid-call.md has the states. */
export interface PaidCalls {
  /**
   * `unavailable` says why the offer can't be run now; a payment that the ledger knows is answered even then. With `takeUnit` the call
   * is answered on the day's quota while a unit is left, and its payment stays unused.
   */
  call(
    offerCall: OfferCall,
    input: OfferInput<unknown, unknown, unknown>,
    credential: ReceivedCredential,
    more: { readonly unavailable: Refusal | null; readonly takeUnit: UnpaidCalls['takeUnit'] | null },
  ): Promise<GateOutcome>
  /** Claimed calls that are being answered now, by receipt id. */
  readonly inFlight: ReadonlyMap<string, Promise<GateOutcome>>
}

export function createPaidCalls(given: PaidCallParts): PaidCalls {
  const inFlight = new Map<string, Promise<GateOutcome>>()
  const interruptedCalls = createInterruptedCalls(given)
  const inFlightCounts = createInFlightCounts({ timers: given.timers, now: () => given.clock.now() })
  const parts: CallParts = {
    ...given,
    inFlight,
    interruptedCalls,
    inFlightCounts,
    knownPayments: createKnownPayments(given),
    pollPace: createPollPace(given.clock),
  }

  /** Registers the call before anything else can run, so that every other call with the same payment finds it. */
  function serveInFlight(claimed: Claimed): Promise<GateOutcome> {
    const { id, payer, client } = claimed.payment
    const counted = inFlightCounts.begin({ payer, client, counts: given.settler.settledBy(payer) === 0 })
    const end = () => {
      counted.end()
      // A released payment may be claimed again before this is reached; the entry then belongs to that call.
      if (inFlight.get(id) === ending) inFlight.delete(id)
    }
    const ending = outcomeOf(serve(claimed))
      .catch((error: unknown) => interruptedCalls.release(claimed.payment, error))
      .then((outcome) => {
        const ended = streamEnd(outcome)
        // While it is streamed, who sends the payment again reads what there is of the answer.
        if (ended) void ended.then(end)
        else end()
        return outcome
      })
    inFlight.set(id, ending)
    return ending
  }

  function serve(claimed: Claimed) {
    if (isCreditOfOrder(claimed.payment)) return serveCredit(claimed, parts)
    return isSettledFirst(claimed.offerCall.offer, claimed.payment) ? serveOrder(claimed, parts) : serveClaim(claimed, parts)
  }

  /** The work of a credit, unless another call of this process is about to do it. */
  async function redeem(claimed: Claimed, seat: Seat): Promise<GateOutcome> {
    const { payment, offerCall } = claimed
    if (inFlight.has(payment.id)) return refused(creditLeft(payment, 'taken'), payment)
    const noPlace = seat.take(callerOfPayment(payment, offerCall.client, parts.settler))
    return noPlace ? refused(noPlace, payment) : serveInFlight(claimed)
  }

  async function decide(received: Received): Promise<GateOutcome> {
    const reached = await claimPayment(received, parts)
    switch (reached.kind) {
      case 'next':
        return serveInFlight(reached.state)
      case 'known': {
        const repeated = await repeatAnswer(reached.state, parts)
        return repeated.kind === 'redeem' ? redeem(repeated.state, received.seat) : outcomeOf(repeated)
      }
      case 'refused':
        return reached
    }
  }

  return {
    inFlight,
    async call(offerCall, input, credential, more) {
      const received = { offerCall, input, credential, ...more }
      if (more.takeUnit) {
        const answered = await callOnQuota({ ...received, seat: noSeat }, parts)
        if (answered) return answered
      }
      const seat = createSeat(offerCall.offer)
      try {
        const outcome = await decide({ ...received, seat })
        if (outcome.kind === 'refused') parts.recentRefusals?.note(credential, offerCall.offer.id, outcome)
        const streamed = streamEnd(outcome)
        if (!streamed) seat.leave()
        // The place is taken for as long as the answer is made.
        else void streamed.then(() => seat.leave())
        return outcome
      } catch (error) {
        seat.leave()
        throw error
      }
    },
  }
}

/** Resolves when an answer that is streamed has ended; undefined for any other outcome. */
export function streamEnd(outcome: GateOutcome): Promise<unknown> | undefined {
  return outcome.kind === 'answer' ? outcome.stream?.ended : undefined
}

async function workUnlessInterrupted(running: Claimed, parts: CallParts): Promise<Next<GateOutcome> | Refused> {
  try {
    return await work(running, parts)
  } catch (error) {
    return parts.interruptedCalls.endWork(running.payment, error)
  }
}

async function outcomeOf(ending: Next<GateOutcome> | GateOutcome | Promise<Next<GateOutcome> | GateOutcome>): Promise<GateOutcome> {
  const reached = await ending
  return reached.kind === 'next' ? reached.state : reached
}
