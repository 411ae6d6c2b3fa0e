import type { NetworkId } from '../chain/chain.ts'
import type { Payment, StoredAnswer } from '../ledger/payments/payment.ts'
import type { AnyOffer } from '../offers/offer.ts'
import type { Hex } from '../shared/bytes.ts'
import type { ProblemCode, ProblemKind, ProblemOptions } from '../shared/problems.ts'
import { refusalOf, type Refusal } from '../shared/refusal.ts'
import type { PreparedInput } from './input/prepared-input.ts'

export interface Quota {
  readonly limit: number
  readonly remaining: number
}

/** A payment that came with a call which cost nothing: the caller may use it for another call. */
export interface UnusedPayment {
  readonly network: NetworkId
  readonly payer: Hex
  /** Where the money is here already: what the ledger holds for it. */
  readonly credit: Payment | null
}

/** An answer that is sent while it is made. */
export interface AnswerStream {
  /** Its bytes, from the first one on. Throws where the answer fails. Of an answer without a payment it can be read once. */
  read(): AsyncIterable<Uint8Array>
  /** Resolves when the answer has ended, well or not, with its payment as it is then. Never rejects. */
  readonly ended: Promise<Payment | null>
}

/** Where a price may be paid now. */
export interface OfferedNetworks {
  /** The networks of a 402, in order. */
  readonly networks: readonly NetworkId[]
  /** Networks that are left out for now, each with the reason for the client. */
  readonly leftOut: readonly { readonly network: NetworkId; readonly reason: string }[]
}

/** What a 402 asks for. */
export interface CallTerms {
  /** At the price of this call. */
  readonly offer: AnyOffer
  readonly input: PreparedInput
  /** Where it may be paid now. */
  readonly offered: OfferedNetworks
}

/** The call is answered. */
export interface Answer {
  readonly kind: 'answer'
  readonly status: number
  readonly contentType: string
  /** Of its maker; absent where there are none. */
  readonly headers?: Readonly<Record<string, string>>
  /** Empty where the answer is a stream. */
  readonly body: Uint8Array
  /** The answer is being made: its bytes come from here. */
  readonly stream?: AnswerStream
  /** The payment it was answered for; null for free and quota answers. */
  readonly payment: Payment | null
  /** Set where a payment came along and the answer was free all the same. */
  readonly unused?: UnusedPayment
  /** A stored answer given again. */
  readonly replay: boolean
  /** This very outcome is handed to every caller for a while, see `steadyMs` of an offer. */
  readonly steady?: true
}

/** No payment came: the call may be paid by these terms. */
export interface PaymentRequired {
  readonly kind: 'payment_required'
  readonly terms: CallTerms
  readonly payment: null
}

/** The call gets no answer. Every step that refuses ends with this, and so does the call. */
export interface Refused {
  readonly kind: 'refused'
  readonly refusal: Refusal
  /** Set when the refusal is about a payment that has a receipt. */
  readonly payment: Payment | null
  /** Finding out took questions to the chain, which count against the sender. */
  readonly asked?: boolean
  /** Of a refused payment (402), when the call has ended: how to pay anew. */
  readonly terms?: CallTerms
  /** What an upstream sent in place of an answer, when the call has ended and its offer passes that on. */
  readonly passed?: StoredAnswer
}

/** The same outcomes for every surface. `quota` is on every outcome of a quota offer. */
export type GateOutcome = (Answer | PaymentRequired | Refused) & { readonly quota?: Quota }

export function refused(refusal: Refusal, payment: Payment | null = null): Refused {
  return { kind: 'refused', refusal, payment }
}

/** Finding it out took questions to the chain. */
export function refusedByChain(refusal: Refusal): Refused {
  return { ...refused(refusal), asked: true }
}

/** The same in one go, where no payment has a receipt yet. */
export function refuse(kind: ProblemCode | ProblemKind, message: string, options?: ProblemOptions): Refused {
  return refused(refusalOf(kind, message, options))
}
