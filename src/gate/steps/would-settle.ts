import { runOf } from '../limits/counted-run.ts'
import { paymentRefusal, paymentRefusalCode } from '../../payments/wire/refusals.ts'
import type { Payment } from '../../ledger/payments/payment.ts'
import type { CallParts } from './call-parts.ts'
import type { Claimed } from './call-states.ts'
import { claimLost } from './claim-lost.ts'
import { noteRefused } from './note-refused.ts'
import { refused, type Refused } from '../outcome.ts'

type Parts = Pick<CallParts, 'ledger' | 'settler' | 'clock' | 'log' | 'refusalLimit' | 'noteRefusal'>

/**
 * A facilitator may have rules of its own: asking it before the work saves the work. A free call is never settled, so nobody is
 * asked. Null where it would settle the payment.
 */
export async function checkWouldSettle(claimed: Claimed, parts: Parts): Promise<Refused | null> {
  const reason = await whyNotSettled(claimed.payment, parts)
  if (reason === null) return null
  const { offerCall, payment } = claimed
  const code = paymentRefusalCode(reason)
  const { payer, network } = payment
  parts.refusalLimit.take(offerCall.client)
  const { id, epoch, claimedAt } = payment
  const released = await parts.ledger.release({ id, epoch, reason: code, counted: runOf(claimedAt, parts.clock.now()) })
  return released ? noteRefused(parts, refused(paymentRefusal(code)), { payer, network }) : claimLost(payment, parts)
}

async function whyNotSettled(payment: Payment, { settler }: Parts): Promise<string | null> {
  const { authorization, free, network, payer, payTo, amount } = payment
  if (free || authorization === null || settler.wouldSettle === undefined) return null
  return settler.wouldSettle(network, { from: payer, to: payTo, value: amount, ...authorization })
}
