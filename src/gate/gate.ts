import type { AnyOffer } from '../offer.ts'
import type { Chains } from '../chain/chain.ts'
import { hasPassed, type Clock, type Timers } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import type { Metrics } from '../shared/metrics.ts'
import { Problem } from '../shared/problems.ts'
import { isBare, parseInput } from './input.ts'
import type { PaidCalls } from './paid-call.ts'
import { problemOutcome, type GateOutcome, type Question, type Quota } from './question.ts'
import type { DailyQuota } from './quota.ts'
import type { RateLimit } from './rate-limit.ts'
import { runOffer, type ContextWithoutSignal } from './run-offer.ts'
import { createTurns } from './turns.ts'

export interface Gate {
  /** Step 2, asked before anything of a request is read: null, or the problem to answer. */
  admit(client: string): Problem | null
  /** Asked before a payment is read: null, or what to wait for first, so that a crowd does not hold up everybody else. @throws Problem */
  turn(): Promise<void> | null
  /** Steps 3 to 11 of a call: the same for every surface. What waits for nothing, as terms do, is answered at once. */
  call(question: Question): GateOutcome | Promise<GateOutcome>
  /** What stands in the quota headers of this offer's answers; undefined where it has no quota. */
  quotaOf(offer: AnyOffer, client: string): Promise<Quota | undefined>
}

export interface GateParts {
  readonly rateLimit: RateLimit
  readonly quota: DailyQuota
  readonly paid: PaidCalls
  readonly chains: Chains
  readonly context: ContextWithoutSignal
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
  readonly metrics: Metrics
}

/** For so long at most terms are given for an offer that has gone down since. */
const availableMs = 250

export function createGate(parts: GateParts): Gate {
  const calls = parts.metrics.counter('farthing_calls_total', 'Calls by offer and outcome', ['offer', 'outcome'])

  const seconds = parts.metrics.histogram(
    'farthing_call_seconds',
    'Time of a call in the gate, settlement included',
    ['offer'],
    [0.005, 0.02, 0.1, 0.5, 1, 2, 5, 15, 60],
  )

  const turns = createTurns(parts.timers)
  const availableAt = new Map<AnyOffer, number>()

  function call(question: Question): GateOutcome | Promise<GateOutcome> {
    const started = parts.clock.now()
    const outcome = decideOrFail(question, started)
    return outcome instanceof Promise ? outcome.then((later) => ended(question, started, later)) : ended(question, started, outcome)
  }

  function decideOrFail(question: Question, now: number): GateOutcome | Promise<GateOutcome> {
    try {
      const outcome = decide(question, now)
      return outcome instanceof Promise ? outcome.catch((error: unknown) => failed(question, error)) : outcome
    } catch (error) {
      return failed(question, error)
    }
  }

  function ended({ offer, client }: Question, started: number, outcome: GateOutcome): GateOutcome | Promise<GateOutcome> {
    calls.add({ offer: offer.id, outcome: outcome.kind === 'problem' ? outcome.problem.code : outcome.kind })
    seconds.observe((parts.clock.now() - started) / 1000, { offer: offer.id })
    if (outcome.quota || offer.access.kind !== 'daily-quota') return outcome
    return quotaOf(offer, client).then((quota) => (quota ? { ...outcome, quota } : outcome))
  }

  function failed(question: Question, error: unknown): GateOutcome {
    if (error instanceof Problem) return problemOutcome(error)
    parts.log.error({ err: error, offer: question.offer.id }, 'the gate failed')
    return problemOutcome(new Problem('internal_error', 'Something went wrong on our side.', { cause: error }))
  }

  function admit(client: string): Problem | null {
    const retryAfter = parts.rateLimit.take(client)
    return retryAfter > 0 ? new Problem('rate_limited', 'Too many requests from this address.', { retryAfter }) : null
  }

  async function quotaOf(offer: AnyOffer, client: string): Promise<Quota | undefined> {
    if (offer.access.kind !== 'daily-quota') return undefined
    // An answer that may have been paid for does not fail for want of a figure.
    return parts.quota.left(client).catch(() => undefined)
  }

  /** Null, or why the offer can't be run now. */
  function unavailability(offer: AnyOffer): Problem | null {
    if (offer.available({ sources: parts.context.sources, chains: parts.chains }) === 'available') return null
    availableAt.delete(offer)
    return new Problem('offer_unavailable', `${offer.title} can't be served at this moment.`, { retryAfter: 10 })
  }

  /** The same for who gets terms only, for which nothing is run: to ask all sources each time costs more than the terms. */
  function unavailableTerms(offer: AnyOffer, now: number): Problem | null {
    const at = availableAt.get(offer)
    if (at !== undefined && !hasPassed(at, availableMs, now)) return null
    const problem = unavailability(offer)
    if (!problem) availableAt.set(offer, now)
    return problem
  }

  function decide(question: Question, now: number): GateOutcome | Promise<GateOutcome> {
    const { offer, credential } = question
    const unpaid = credential.kind === 'none'
    const termsOnly = offer.access.kind === 'fixed' && unpaid && isBare(question.input)
    const input = termsOnly ? null : parseInput(offer, question.input)
    const unavailable = offer.access.kind === 'fixed' && unpaid ? unavailableTerms(offer, now) : unavailability(offer)
    // Whoever has paid already gets the stored answer, whatever has become of the sources since.
    if (offer.access.kind !== 'free' && credential.kind === 'credential' && input) {
      return parts.paid.call(question, input, credential.credential, unavailable)
    }
    if (unavailable) return problemOutcome(unavailable)
    if (offer.access.kind === 'free') return runUnpaid(question, input)
    if (credential.kind === 'problem') return problemOutcome(credential.problem)
    if (credential.kind === 'malformed') {
      return {
        kind: 'payment_required',
        offer,
        input: question.input,
        refusal: { reason: 'malformed_credential', ...credential.fault },
        payment: null,
      }
    }
    if (offer.access.kind === 'daily-quota') return withQuota(question, input)
    return askForPayment(question)
  }

  function askForPayment({ offer, input }: Question): GateOutcome {
    return { kind: 'payment_required', offer, input, refusal: null, payment: null }
  }

  async function withQuota(question: Question, input: ReturnType<typeof parseInput> | null): Promise<GateOutcome> {
    const ticket = await parts.quota.take(question.client)
    if (!ticket) return askForPayment(question)
    const outcome = await runUnpaid(question, input).catch((error: unknown) => failed(question, error))
    // A call that failed costs nothing, not even a free one.
    return { ...outcome, quota: outcome.kind === 'answer' ? ticket.quota : await ticket.giveBack() }
  }

  async function runUnpaid(question: Question, input: ReturnType<typeof parseInput> | null): Promise<GateOutcome> {
    const run = await runOffer(question.offer, input ?? parseInput(question.offer, question.input), parts)
    if (run.kind === 'failed') return problemOutcome(run.problem)
    return { kind: 'answer', status: 200, contentType: run.contentType, body: run.body, payment: null, replay: false }
  }

  return { admit, turn: turns.enter, call, quotaOf }
}
