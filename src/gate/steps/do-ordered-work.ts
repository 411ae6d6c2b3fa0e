import type { Payment } from '../../ledger/payments/payment.ts'
import { engineDownReason } from '../../ledger/refunds/refundable.ts'
import { alarmFields } from '../../shared/alarm.ts'
import { maxRunsOfCredit } from '../credit-rules.ts'
import { runOffer, type Streaming } from '../run/run-offer.ts'
import { payingAsker } from '../limits/seat.ts'
import { timeLeft } from '../run/time-left.ts'
import type { CallParts } from './call-parts.ts'
import type { Claimed, Ran, Settled } from './call-states.ts'
import { leaseMarginMs } from './claim-terms.ts'
import { next, type Next } from './step.ts'
import { streamAnswer } from './stream-answer.ts'
import { refused, type Refused } from '../outcome.ts'
import { workFailed, creditLeft } from '../credit-refusals.ts'

type Parts = Pick<
  CallParts,
  'ledger' | 'settler' | 'context' | 'clock' | 'timers' | 'log' | 'failPoint' | 'limits' | 'instance' | 'givesBack' | 'recordSale'
>

/** Milliseconds. Work that has less time is not begun: it would cost us money and the payer one of its runs. */
const minRunMs = 1_000

/** Begins the work that a credit of this payment pays for. Of several calls at once, one gets it. */
export async function beginWork(claimed: Claimed, parts: Parts): Promise<Next<Claimed> | Refused> {
  const { offerCall, payment } = claimed
  const { clock, instance, limits } = parts
  parts.failPoint('credited')
  if (payment.runs >= maxRunsOfCredit) return refused(creditLeft(payment, 'used_up'), payment)
  const left = timeLeft(offerCall, limits.answerWithinMs, clock.now())
  if (left < minRunMs) return refused(creditLeft(payment, 'no_time'), payment)
  const { id, epoch } = payment
  const leaseUntil = clock.now() + offerCall.offer.deadlineMs + leaseMarginMs
  const terms = {
    offerId: offerCall.offer.id,
    fingerprint: offerCall.input.fingerprint(),
    client: offerCall.client,
    instance,
    leaseUntil,
    maxRuns: maxRunsOfCredit,
  }
  const running = await parts.ledger.beginRun({ id, epoch, ...terms })
  if (!running) return refused(creditLeft(payment, 'taken'), payment)
  parts.failPoint('running')
  return next({ ...claimed, payment: running })
}

/** Does it under its deadline. Where it fails the payment stays a credit. */
export async function doWork(running: Claimed, parts: Parts): Promise<Next<Ran> | Refused> {
  const { offerCall, input, payment } = running
  const asker = payingAsker(payment, offerCall, parts.settler)
  const maxMs = timeLeft(offerCall, parts.limits.answerWithinMs, parts.clock.now())
  const result = await runOffer(offerCall.offer, input, asker, parts, maxMs)
  parts.failPoint('worked')
  if (result.kind !== 'refused') return next({ ...running, run: result })
  const { id, epoch } = payment
  const isEngineDown = offerCall.offer.engine?.standing() === 'failed'
  const credit = await parts.ledger.failRun({ id, epoch, reason: isEngineDown ? engineDownReason : result.refusal.code })
  if (isEngineDown) logCreditOfEngine(payment, offerCall.offer.id, parts)
  return credit ? refused(workFailed(result.refusal, credit), credit) : workLost(payment, parts)
}

/** Nothing more is sold of an engine that failed, but this call had paid for its work before. */
function logCreditOfEngine({ id }: Payment, offer: string, { log, givesBack }: Parts): void {
  const becomes = givesBack
    ? 'the credit is given back when its block is final'
    : 'it stays a credit that its payer can use when the engine works again, since nothing is given back without REFUND_KEY'
  log.error({ ...alarmFields('engine'), payment: id, offer }, `an engine failed after a payment for its work was settled: ${becomes}`)
}

/** Stores the answer. One that is not worth its price is given, and the payment stays a credit. */
export async function storeWork(ran: Ran, parts: Parts): Promise<Next<Settled> | Refused> {
  const { offerCall, input, payment, run } = ran
  if (run.kind === 'streaming') return streamWork(ran, run, parts)
  const { ledger, clock } = parts
  const { id, epoch } = payment
  const { answer } = run
  const stored = run.charge
    ? await ledger.serveRun({ id, epoch, at: clock.now(), answer })
    : await ledger.failRun({ id, epoch, reason: run.reason })
  if (!stored) return await workLost(payment, parts)
  parts.failPoint('served')
  return next({ offerCall, input, payment: stored, answer })
}

/** Sends the answer while it is made. Where it fails in the middle, the payment stays a credit. */
async function streamWork(ran: Ran, { stream }: Streaming, parts: Parts): Promise<Next<Settled>> {
  const { ledger, clock } = parts
  const { id, epoch } = ran.payment
  return streamAnswer(ran, stream, parts, {
    whole: (answer) => ledger.serveRun({ id, epoch, at: clock.now(), answer }),
    failed: ({ code }) => ledger.failRun({ id, epoch, reason: code }),
    lost: () => workLost(ran.payment, parts),
  })
}

/** The lease ran out during the work, and somebody else decided: the payment is a credit again, or at work for another call. */
async function workLost({ id }: Payment, { ledger, log }: Parts): Promise<Refused> {
  log.error({ payment: id }, 'a credit was lost while its work was done')
  const row = await ledger.find(id)
  return refused(creditLeft(row ?? null, 'lost'), row ?? null)
}
