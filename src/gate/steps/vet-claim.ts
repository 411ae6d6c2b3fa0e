import { runOf } from '../limits/counted-run.ts'
import { refusalReason } from '../../payments/wire/refusals.ts'
import type { Payment } from '../../ledger/payments/payment.ts'
import type { CallParts } from './call-parts.ts'
import type { Claimed } from './call-states.ts'
import { claimLost } from './claim-lost.ts'
import { refuse } from './refuse.ts'
import { ended, type Ended } from './step.ts'

type Parts = Pick<CallParts, 'ledger' | 'settler' | 'clock' | 'log' | 'refusalLimit' | 'noteRefusal'>

/**
 * A facilitator may have rules of its own: asking it before the work saves the work. A free call is never settled, so nobody is
 * asked. Null where it has no objection.
 */
export async function vetClaim(claimed: Claimed, parts: Parts): Promise<Ended | null> {
  const objection = await objectionTo(claimed.payment, parts)
  if (objection === null) return null
  const { question, payment } = claimed
  const reason = refusalReason(objection)
  const { payer, network } = payment
  parts.refusalLimit.take(question.client)
  const { id, epoch, claimedAt } = payment
  const released = await parts.ledger.release({ id, epoch, reason, counted: runOf(claimedAt, parts.clock.now()) })
  return ended(released ? refuse(parts, question, { reason }, { payer, network }) : await claimLost(payment, parts))
}

async function objectionTo(payment: Payment, { settler }: Parts): Promise<string | null> {
  const { authorization, free, network, payer, payTo, amount } = payment
  if (free || authorization === null || settler.vet === undefined) return null
  return settler.vet(network, { from: payer, to: payTo, value: amount, ...authorization })
}
