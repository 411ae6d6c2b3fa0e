import type { Payment } from '../../ledger/payments/payment.ts'
import type { CallParts } from './call-parts.ts'
import type { Settled } from './call-states.ts'
import { next, type Next } from './step.ts'
import { refused, type GateOutcome } from '../outcome.ts'
import { refusalOf } from '../../shared/refusal.ts'

/** Returns this call's answer, or the one that the ledger stored for an earlier call. */
export async function deliver(
  { payment, answer, stream }: Settled,
  { ledger, recordSale }: Pick<CallParts, 'ledger' | 'recordSale'>,
): Promise<Next<GateOutcome>> {
  if (answer && stream) return next({ kind: 'answer', ...answer, stream, payment, replay: false })
  if (answer) {
    if (!isRecordedBySettler(payment)) recordSale?.(payment)
    return next({ kind: 'answer', ...answer, payment, replay: false })
  }
  const stored = await ledger.answer(payment.id)
  if (stored) return next({ kind: 'answer', ...stored, payment, replay: true })
  const expired = refusalOf('answer_expired', 'The stored answer of this payment was deleted. Its receipt is still available.')
  return next(refused(expired, payment))
}

/** The settler sees the end of an ordinary payment, also where nobody waits for it. */
function isRecordedBySettler({ authorization, state, timing }: Payment): boolean {
  return authorization !== null && state !== 'free' && timing !== 'first'
}
