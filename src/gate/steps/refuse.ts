import type { Refusal } from '../../payments/wire/refusals.ts'
import { paymentRefused } from '../call-outcomes.ts'
import type { GateOutcome, OfferCall } from '../offer-call.ts'
import type { CallParts } from './call-parts.ts'

/** Refuses a payment that holds no claim, and notes it. `about` is null where nothing proves who pays. */
export function refuse(
  { noteRefusal }: Pick<CallParts, 'noteRefusal'>,
  question: OfferCall,
  refusal: Refusal,
  about: { readonly payer: string; readonly network: string } | null,
): GateOutcome {
  noteRefusal(refusal, about)
  return paymentRefused(question, refusal)
}
