import type { Payment } from '../../ledger/payments/payment.ts'
import { utcHour } from '../../shared/clock.ts'
import type { Problem } from '../../shared/problems.ts'
import { problemOutcome } from '../question.ts'
import type { CallParts } from './call-parts.ts'
import { claimLost } from './claim-lost.ts'
import { ended, type Ended } from './step.ts'

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

/** Gives up a claim for a problem, which the call ends with. */
export async function endReleased(
  payment: Payment,
  problem: Problem,
  counted: boolean,
  parts: Pick<CallParts, 'ledger' | 'clock' | 'log'>,
): Promise<Ended> {
  const released = await releaseClaim(payment, problem.code, counted, parts)
  return ended(released ? problemOutcome(problem, released) : await claimLost(payment, parts))
}
