import { z } from 'zod'
import type { GiveBackResult, Refunds } from '../../operate/refunds/create-refunds.ts'
import { isReceiptId } from '../../shared/ids.ts'
import { operatorAction, type OperatorAction } from './operator-action.ts'

/** What `farthing refund` gets for one receipt. */
export type RefundAnswer = GiveBackResult | { readonly result: 'not_given_back'; readonly why: 'switched_off' }

/** Gives one payment back. */
export function refundAction({ refunds }: { readonly refunds: Refunds | null }): OperatorAction {
  const input = z.strictObject({ receipt: z.string().refine(isReceiptId, 'must be a receipt') })
  return operatorAction('refund', input, async ({ receipt }): Promise<RefundAnswer> => {
    return refunds === null ? { result: 'not_given_back', why: 'switched_off' } : refunds.giveBack(receipt)
  })
}
