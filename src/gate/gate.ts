import { bringsOwnKey } from './caller-headers.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { priceOf, type AnyOffer, type OfferInput } from '../offers/offer.ts'
import type { ComputedAccess } from '../offers/computed-price.ts'
import type { Clock, Timers } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import type { CallSource } from '../shared/call-count.ts'
import { refusalOf, type Refusal } from '../shared/refusal.ts'
import type { CallRecorder } from './call-recorder.ts'
import { offerAtLeast, offerAtPrice } from './terms/offer-at-price.ts'
import type { PaidCalls } from './paid-call.ts'
import type { PreparedInput } from './input/prepared-input.ts'
import type { OfferCall } from './offer-call.ts'
import { refused, type Refused, type GateOutcome, type CallTerms, type PaymentRequired, type Quota } from './outcome.ts'
import { isOfPayment } from '../payments/wire/refusals.ts'
import { passedOn } from './run/check-bytes.ts'
import { refusedByThrown } from './thrown.ts'
import type { TermsOfSale } from './terms/terms.ts'
import type { DailyQuota } from './limits/quota.ts'
import type { RateLimit } from '../shared/rate-limit.ts'
import type { ContextWithoutSignal } from './run/run-offer.ts'
import { createCallQueue } from './limits/call-queue.ts'
import { createUnpaidCalls } from './unpaid-call.ts'
import { awaitTrial, isUntried, untried } from './run/await-trial.ts'
import { unavailabilityOf } from './run/unavailability.ts'

export interface Gate {
  /** Step 2, before anything of a request is read: null, or why it is refused. A large body takes more tokens, see `read-body.ts`. */
  limitRate(client: string, tokens?: number): Refusal | null
  /** Before a payment is read: null, or a promise to await first, so that a crowd of payments does not delay other calls. @throws Problem */
  enterPaymentQueue(client: string): Promise<void> | null
  /** The same before a call without a payment that is run: these have a queue of their own. @throws Problem */
  enterUnpaidQueue(client: string): Promise<void> | null
  /** The outcome of an unpaid call of a fixed-price offer. It needs no I/O, so it is known at once; `call` answers the same. */
  terms(offer: AnyOffer, input: PreparedInput, source?: CallSource): GateOutcome
  /** Steps 3 to 11 of a call, the same for every surface. */
  call(offerCall: OfferCall): Promise<GateOutcome>
  /** The figures of this offer's quota headers; undefined for an offer without a quota. */
  quotaOf(offer: AnyOffer, client: string): Promise<Quota | undefined>
}

export interface GateParts {
  readonly rateLimit: RateLimit
  readonly quota: DailyQuota
  readonly ledger: Ledger
  readonly runsPerClient: number
  readonly paid: PaidCalls
  readonly terms: Pick<TermsOfSale, 'offered'>
  readonly context: ContextWithoutSignal
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
  readonly recordCall: CallRecorder
}

export function createGate(parts: GateParts): Gate {
  const { clock, recordCall: record } = parts
  const paymentQueue = createCallQueue(parts.timers)
  const unpaidQueue = createCallQueue(parts.timers)
  const unpaid = createUnpaidCalls(parts)

  function terms(offer: AnyOffer, input: PreparedInput, source?: CallSource): GateOutcome {
    const started = clock.now()
    const outcome = withTerms(termsOrRefused(offer, input), offer, input)
    record({ offer, credential: { kind: 'none' }, source }, started, outcome)
    return outcome
  }

  async function call(offerCall: OfferCall): Promise<GateOutcome> {
    if (offerCall.credential.kind === 'none' && bringsOwnKey(offerCall)) {
      const answered = await callWithOwnKey(offerCall)
      if (answered) return answered
    }
    const { offer, input, credential, client, source } = offerCall
    if (offer.access.kind === 'computed') return callAtPrice(offerCall, offer.access)
    if (offer.access.kind === 'fixed' && credential.kind === 'none') return terms(offer, input, source)
    const started = clock.now()
    const decided = await decide(offerCall).catch((error: unknown) => failed(offer, error))
    const outcome = withTerms(decided, offer, input)
    record(offerCall, started, outcome)
    if (outcome.quota) return outcome
    const quota = await quotaOf(offer, client)
    return quota ? { ...outcome, quota } : outcome
  }

  /** The same at the price of this call. */
  async function callAtPrice(offerCall: OfferCall, access: ComputedAccess): Promise<GateOutcome> {
    const { offer, input, credential } = offerCall
    const started = clock.now()
    try {
      return await call({ ...offerCall, offer: offerAtPrice(offer, access, input) })
    } catch (error) {
      if (input.isBare && credential.kind === 'none') return terms(offerAtLeast(offer, access), input, offerCall.source)
      const outcome = failed(offer, error)
      record(offerCall, started, outcome)
      return outcome
    }
  }

  /** Null where the key is refused: then the call is one without a key. */
  async function callWithOwnKey(offerCall: OfferCall): Promise<GateOutcome | null> {
    const { offer, input } = offerCall
    const started = clock.now()
    try {
      input.parsed()
      const unavailable = unavailability(offer)
      const outcome = unavailable ? refused(unavailable) : await unpaid.runWithOwnKey(offerCall)
      if (outcome) record(offerCall, started, outcome)
      return outcome && withTerms(outcome, offer, input)
    } catch (error) {
      return failed(offer, error)
    }
  }

  function failed(offer: AnyOffer, error: unknown): Refused {
    return refusedByThrown(error, offer, parts.log)
  }

  function termsOf(offer: AnyOffer, input: PreparedInput): CallTerms {
    return { offer, input, offered: parts.terms.offered(priceOf(offer)) }
  }

  function paymentRequired(offer: AnyOffer, input: PreparedInput): PaymentRequired {
    return { kind: 'payment_required', terms: termsOf(offer, input), payment: null }
  }

  /** What a surface needs to say a refusal, so that it asks nothing of the gate: the terms of a 402, and what an upstream said instead of an answer. */
  function withTerms(outcome: GateOutcome, offer: AnyOffer, input: PreparedInput): GateOutcome {
    if (outcome.kind !== 'refused') return outcome
    if (isOfPayment(outcome.refusal)) return { ...outcome, terms: termsOf(offer, input) }
    const passed = passedOn(offer, outcome.refusal)
    return passed ? { ...outcome, passed } : outcome
  }

  function limitRate(client: string, tokens = 1): Refusal | null {
    const retryAfter = parts.rateLimit.take(client, tokens)
    return retryAfter > 0 ? refusalOf('rate_limited', 'Too many requests from this address.', { retryAfter }) : null
  }

  async function quotaOf(offer: AnyOffer, client: string): Promise<Quota | undefined> {
    if (offer.access.kind !== 'daily-quota') return undefined
    // The answer may have been paid for, so it is sent even when the figure can't be read.
    return parts.quota.left(client).catch(() => undefined)
  }

  /** Null, or why the offer can't be run now. */
  function unavailability(offer: AnyOffer): Refusal | null {
    return unavailabilityOf(offer, parts.context)
  }

  function termsOrRefused(offer: AnyOffer, input: PreparedInput): GateOutcome {
    try {
      input.detail()
      const wrong = unavailability(offer) ?? (input.isBare ? null : refusalOfInput(offer, input.parsed()))
      return wrong ? refused(wrong) : paymentRequired(offer, input)
    } catch (error) {
      return failed(offer, error)
    }
  }

  async function decide(offerCall: OfferCall): Promise<GateOutcome> {
    const { offer, input, credential } = offerCall
    const parsed = input.parsed()
    await awaitTrial(offer, parts.timers)
    const unavailable = unavailability(offer) ?? (isUntried(offer) ? untried(offer) : refusalOfInput(offer, parsed))
    // The paid call looks for a stored answer first: a payer gets it even while the offer can't be run.
    if (offer.access.kind !== 'free' && credential.kind === 'credential') {
      const takeUnit = offer.access.kind === 'daily-quota' && !unavailable ? unpaid.takeUnit : null
      return parts.paid.call(offerCall, parsed, credential.credential, { unavailable, takeUnit })
    }
    if (unavailable) return refused(unavailable)
    if (offer.access.kind === 'free') return unpaid.run(offerCall)
    if (credential.kind === 'refused') return refused(credential.refusal)
    return (await unpaid.runOnQuota(offerCall)) ?? paymentRequired(offer, input)
  }

  return { limitRate, enterPaymentQueue: paymentQueue.enter, enterUnpaidQueue: unpaidQueue.enter, terms, call, quotaOf }
}

/** What the offer has against an input that its schemas let through. */
function refusalOfInput(offer: AnyOffer, input: OfferInput<unknown, unknown, unknown>): Refusal | null {
  return offer.refuse?.(input) ?? null
}
