import { bookCalls } from './book-calls.ts'
import type { DeskCall } from './desk-call.ts'
import type { DeskCallParts } from './desk-parts.ts'
import { moneyCalls } from './money-calls.ts'
import { noticeCalls } from './notice-calls.ts'
import { overviewCalls } from './overview-calls.ts'
import { paymentCalls } from './payment-calls.ts'
import { sellingCalls } from './selling-calls.ts'

/** Everything that the desk answers and does. */
export function deskCalls(parts: DeskCallParts): readonly DeskCall[] {
  return [
    ...overviewCalls(parts),
    ...paymentCalls(parts),
    ...moneyCalls(parts),
    ...sellingCalls(parts),
    ...bookCalls(parts),
    ...noticeCalls(parts),
  ]
}
