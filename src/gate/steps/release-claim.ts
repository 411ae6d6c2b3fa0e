import type { Payment } from '../../ledger/payments/payment.ts'
import { utcHour } from '../../shared/clock.ts'
import type { CallParts } from './call-parts.ts'

/** Gives up a claim: nothing is charged. `counted`: the run was the caller's doing. Undefined where the claim was lost. */
export function releaseClaim(
  { id, epoch }: Payment,
  reason: string,
  counted: boolean,
  { ledger, clock }: Pick<CallParts, 'ledger' | 'clock'>,
): Promise<Payment | undefined> {
  const at = clock.now()
  return ledger.release({ id, epoch, reason, counted, hour: utcHour(at), at })
}
