import type { Payment } from '../../ledger/payments/payment.ts'
import type { CallParts } from './call-parts.ts'
import { callInterrupted, settlementPending } from '../call-refusals.ts'
import type { Refused } from '../outcome.ts'

/** The lease ran out while the offer ran (a suspended machine, say) and somebody else decided: the row says what became of the payment. */
export async function claimLost({ id }: Payment, { ledger, log }: Pick<CallParts, 'ledger' | 'log'>): Promise<Refused> {
  log.error({ payment: id }, 'a claim was lost while its product ran')
  const row = await ledger.find(id)
  return row?.state === 'released' ? callInterrupted(row) : settlementPending(row ?? null)
}
