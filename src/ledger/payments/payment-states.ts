import type { Payment } from './payment.ts'

/** Whether a payment is to be settled, and is in no transaction yet. */
export function isUnsent({ state }: Payment): boolean {
  return state === 'served' || state === 'ordered'
}

/** Whether a payment is still to be settled. */
export function isUnsettled(payment: Payment): boolean {
  return isUnsent(payment) || payment.state === 'settling'
}

/** Whether the answer of this payment was sent before its settlement, which is still to come. */
export function isAnsweredBeforeSettlement({ timing, settledAt }: Payment): boolean {
  return timing === 'early' && settledAt === null
}

/** Whether this payment was settled before its work and may begin it, or begin it again. */
export function isCreditOfOrder({ state, timing }: Payment): boolean {
  return state === 'credit' && timing === 'first'
}

const statesAfterSettledFirst = ['credit', 'running', 'refunding', 'refunded'] as const satisfies readonly Payment['state'][]
const settledFirst: ReadonlySet<Payment['state']> = new Set(statesAfterSettledFirst)

/** SQL: the money of the payment has left the payer's balance. */
export const paidOnChain = `state IN (${['settled', ...statesAfterSettledFirst].map((state) => `'${state}'`).join(', ')})`

/** SQL: a payment whose settlement a reorganisation may remove, with nobody at work on it now. */
export const isSettledAtRest = `(state = 'settled' OR (state = 'credit' AND timing = 'first'))`

/** Whether a payment has been settled, also one that was settled before its work, whatever became of it since. */
export function isSettled({ state, timing }: Payment): boolean {
  return state === 'settled' || (timing === 'first' && settledFirst.has(state))
}
