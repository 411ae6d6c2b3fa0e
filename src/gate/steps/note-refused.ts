import { isOfPayment } from '../../payments/wire/refusals.ts'
import type { Refused } from '../outcome.ts'
import type { CallParts } from './call-parts.ts'

/** Notes a payment that holds no claim and is refused for good: the ledger gets no row for it. `about` is null where nothing proves who pays. */
export function noteRefused(
  { noteRefusal }: Pick<CallParts, 'noteRefusal'>,
  refused: Refused,
  about: { readonly payer: string; readonly network: string } | null,
): Refused {
  if (isOfPayment(refused.refusal)) noteRefusal(refused.refusal, about)
  return refused
}
