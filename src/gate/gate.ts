import type { AnyOffer, Availability } from '../offer.ts'
import type { Chains } from '../chain/chain.ts'
import type { Timers } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import type { Metrics } from '../shared/metrics.ts'
import { Problem } from '../shared/problems.ts'
import { isBare, parseInput } from './input.ts'
import type { PaidCalls } from './paid-call.ts'
import { problemOutcome, type GateOutcome, type Question } from './question.ts'
import type { DailyQuota } from './quota.ts'
import type { RateLimit } from './rate-limit.ts'
import { runOffer, type ContextWithoutSignal } from './run-offer.ts'

export interface Gate {
  /** Steps 2 to 11 of a call: the same for every surface. */
  call(question: Question): Promise<GateOutcome>
}

export interface GateParts {
  readonly rateLimit: RateLimit
  readonly quota: DailyQuota
  readonly paid: PaidCalls
  /** Whether some network can be paid on now for this offer. */
  readonly payable: (offer: AnyOffer) => boolean
  readonly chains: Chains
  readonly context: ContextWithoutSignal
  readonly timers: Timers
  readonly log: Log
  readonly metrics: Metrics
}

export function createGate(parts: GateParts): Gate {
  const calls = parts.metrics.counter('farthing_calls_total', 'Calls by offer and outcome', ['offer', 'outcome'])

  async function call(question: Question): Promise<GateOutcome> {
    const outcome = await decide(question).catch((error: unknown): GateOutcome => {
      if (error instanceof Problem) return problemOutcome(error)
      parts.log.error({ err: error, offer: question.offer.id }, 'the gate failed')
      return problemOutcome(new Problem('internal_error', 'Something went wrong on our side.', { cause: error }))
    })
    calls.add({ offer: question.offer.id, outcome: outcome.kind === 'problem' ? outcome.problem.code : outcome.kind })
    if (question.offer.access.kind !== 'daily-quota' || outcome.quota) return outcome
    return { ...outcome, quota: await parts.quota.left(question.client) }
  }

  async function decide(question: Question): Promise<GateOutcome> {
    const { offer, credential } = question
    const retryAfter = parts.rateLimit.take(question.client)
    if (retryAfter > 0) return problemOutcome(new Problem('rate_limited', 'Too many requests from this address.', { retryAfter }))

    const unpaid = credential.kind === 'none'
    const termsOnly = offer.access.kind === 'fixed' && unpaid && isBare(question.input)
    const input = termsOnly ? null : parseInput(offer, question.input)
    const availability: Availability = offer.available({ sources: parts.context.sources, chains: parts.chains })
    if (availability !== 'available') {
      return problemOutcome(new Problem('offer_unavailable', `${offer.title} can't be served at this moment.`, { retryAfter: 10 }))
    }
    if (offer.access.kind === 'free') return runUnpaid(question, input)
    if (credential.kind === 'problem') return problemOutcome(credential.problem)
    if (credential.kind === 'credential' && input) return parts.paid.call(question, input, credential.credential)
    if (offer.access.kind === 'daily-quota') return withQuota(question, input)
    return askForPayment(question)
  }

  function askForPayment(question: Question): GateOutcome {
    const { offer, input } = question
    // Nobody is invited to pay where no network would take it.
    if (!parts.payable(offer)) return problemOutcome(new Problem('network_unavailable', 'No payment network can be offered at this price now.', { retryAfter: 60 }))
    return { kind: 'payment_required', offer, input, refusal: null, payment: null }
  }

  async function withQuota(question: Question, input: ReturnType<typeof parseInput> | null): Promise<GateOutcome> {
    const ticket = await parts.quota.take(question.client)
    if (!ticket) return askForPayment(question)
    const outcome = await runUnpaid(question, input)
    // A call that failed costs nothing, not even a free one.
    return { ...outcome, quota: outcome.kind === 'answer' ? ticket.quota : await ticket.giveBack() }
  }

  async function runUnpaid(question: Question, input: ReturnType<typeof parseInput> | null): Promise<GateOutcome> {
    const run = await runOffer(question.offer, input ?? parseInput(question.offer, question.input), parts)
    if (run.kind === 'failed') return problemOutcome(run.problem)
    return { kind: 'answer', status: 200, contentType: run.contentType, body: run.body, payment: null, replay: false }
  }

  return { call }
}
