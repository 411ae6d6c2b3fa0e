import { countedProblems } from '../../shared/problems.ts'
import { utcHour } from '../../shared/clock.ts'
import type { Payment } from '../../ledger/payments/payment.ts'
import { refusalReason } from '../../payments/wire/refusals.ts'
import { problemOutcome } from '../question.ts'
import { runOffer } from '../run-offer.ts'
import { timeLeft } from '../time-left.ts'
import type { CallParts } from './call-parts.ts'
import type { Claimed, Ran } from './call-states.ts'
import { claimLost } from './claim-lost.ts'
import { refuse } from './refuse.ts'
import { ended, next, type Ended, type Next } from './step.ts'

type Parts = Pick<
  CallParts,
  'ledger' | 'settler' | 'context' | 'clock' | 'timers' | 'log' | 'failPoint' | 'refusalLimit' | 'noteRefusal' | 'limits'
>

/** Runs the offer under its deadline. When it fails nothing is charged, and the same payment may be used again. */
export async function run(claimed: Claimed, parts: Parts): Promise<Next<Ran> | Ended> {
  const { question, input, payment } = claimed
  parts.failPoint('claimed')
  const objection = await objectionTo(payment, parts)
  if (objection !== null) return refusedBySettler(claimed, objection, parts)
  const maxMs = timeLeft(question, parts.limits.answerWithinMs, parts.clock.now())
  const result = await runOffer(question.offer, input, parts, maxMs)
  parts.failPoint('worked')
  if (result.kind === 'answered') return next({ ...claimed, run: result })
  const released = await release(payment, result.problem.code, countedProblems.has(result.problem.code), parts)
  return ended(released ? problemOutcome(result.problem, released) : await claimLost(payment, parts))
}

/** A facilitator may have rules of its own: asking it before the work saves the work. A free call is never settled, so nobody is asked. */
async function objectionTo(payment: Payment, { settler }: Parts): Promise<string | null> {
  const { authorization, free, network, payer, payTo, amount } = payment
  if (free || authorization === null || settler.vet === undefined) return null
  return settler.vet(network, { from: payer, to: payTo, value: amount, ...authorization })
}

async function refusedBySettler({ question, payment }: Claimed, objection: string, parts: Parts): Promise<Ended> {
  const reason = refusalReason(objection)
  const { payer, network } = payment
  parts.refusalLimit.take(question.client)
  const released = await release(payment, reason, true, parts)
  return ended(released ? refuse(parts, question, { reason }, { payer, network }) : await claimLost(payment, parts))
}

/** Undefined where the claim was lost. */
function release({ id, epoch }: Payment, reason: string, counted: boolean, { ledger, clock }: Parts): Promise<Payment | undefined> {
  const at = clock.now()
  return ledger.release({ id, epoch, reason, counted, hour: utcHour(at), at })
}
