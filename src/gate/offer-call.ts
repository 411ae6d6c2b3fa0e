import type { NetworkId } from '../chain/chain.ts'
import type { Payment } from '../ledger/payments/payment.ts'
import type { AnyOffer } from '../offers/offer.ts'
import type { CredentialReading, HeaderReader } from '../payments/wire/protocol.ts'
import type { Refusal } from '../payments/wire/refusals.ts'
import type { Hex } from '../shared/bytes.ts'
import type { CallSource } from '../shared/call-count.ts'
import { Problem } from '../shared/problems.ts'
import type { PreparedInput } from './input/prepared-input.ts'

/** What every surface asks of the gate: may this caller have this offer, with this input, given this credential? */
export interface OfferCall {
  readonly offer: AnyOffer
  readonly input: PreparedInput
  readonly credential: CredentialReading
  /** When the request came, in milliseconds since the epoch: what the caller waits for is counted from here. */
  readonly arrivedAt: number
  /** Key of the client's address, see `client-address.ts`. */
  readonly client: string
  /** The caller's Idempotency-Key, already checked for form. */
  readonly idempotencyKey: string | null
  /** Who asks, and from where, for the counts; unknown where absent. */
  readonly source?: CallSource
  /** Of the request; absent where the call came without one of its own. */
  readonly headers?: HeaderReader
}

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

interface Shared {
  /** On every outcome of a quota offer. */
  readonly quota?: Quota
}

/** The same outcomes for every surface. */
export type GateOutcome = Shared &
  (
    | {
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
    | {
        readonly kind: 'payment_required'
        readonly offer: AnyOffer
        readonly input: PreparedInput
        /** What was wrong with the payment that came, null when none came. */
        readonly refusal: Refusal | null
        /** The payment whose settlement was refused for good. */
        readonly payment: Payment | null
      }
    | {
        readonly kind: 'problem'
        readonly problem: Problem
        /** Set when the problem is about a payment that has a receipt. */
        readonly payment: Payment | null
      }
  )

/** No answer, and why. */
export type ProblemOutcome = Extract<GateOutcome, { kind: 'problem' }>

export function problemOutcome(problem: Problem, payment: Payment | null = null): ProblemOutcome {
  return { kind: 'problem', problem, payment }
}

/** Terms without a way to pay would only cost the caller another request. */
export function nothingToPayOn(): Problem {
  return new Problem('network_unavailable', 'No network can take a payment at this moment.', { retryAfter: 10 })
}

export function paymentRequired(offer: AnyOffer, input: PreparedInput, refusal: Refusal | null = null): GateOutcome {
  return { kind: 'payment_required', offer, input, refusal, payment: null }
}
