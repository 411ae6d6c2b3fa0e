import type { Payment, StoredAnswer } from '../../ledger/payments/payment.ts'
import type { OfferInput } from '../../offers/offer.ts'
import type { ReceivedCredential } from '../../payments/wire/received-credential.ts'
import type { Refusal } from '../../shared/refusal.ts'
import type { AuthorizationClaim, Normalized, TransferClaim } from '../verify/normalize.ts'
import type { OfferCall } from '../offer-call.ts'
import type { AnswerStream } from '../outcome.ts'
import type { UnpaidCalls } from '../unpaid-call.ts'
import type { Answered, Streaming } from '../run/run-offer.ts'
import type { Seat } from '../limits/seat.ts'
import type { AuthorizationVerified } from '../verify/verify-authorization.ts'
import type { TransferVerified } from '../verify/verify-transfer.ts'

/** A call that brings a credential, as the surface hands it over. */
export interface Received {
  readonly offerCall: OfferCall
  readonly input: OfferInput<unknown, unknown, unknown>
  readonly credential: ReceivedCredential
  /** Why the offer can't be run now, null when it can. A payment that the ledger knows is answered either way. */
  readonly unavailable: Refusal | null
  readonly seat: Seat
  /** Takes a unit of the day's quota; null where the call can't be answered on one. */
  readonly takeUnit: UnpaidCalls['takeUnit'] | null
}

export interface Identified extends Received {
  /** Two requests with one fingerprint are the same request. */
  readonly fingerprint: string
  /** The normal form of what came, or why it has none. */
  readonly claim: Normalized
  /** What the ledger finds a hot payment by this authorization under; null for a transfer, and for what names no token. */
  readonly identity: string | null
}

/** The ledger does not know the payment, or the credential has to prove first that it is the payer's. */
export interface LookedUp extends Identified {
  readonly claim: AuthorizationClaim | TransferClaim
  /** Reserved as new: it was not looked up, and verifying it ends the reservation. */
  readonly isNew: boolean
  /** What the ledger holds under the same identity. */
  readonly holder: Payment | undefined
}

/** Everything held; nothing is written yet. */
export interface Verified extends Identified {
  readonly proof: AuthorizationVerified | TransferVerified
}

/** The payment is on record as `claimed`, and belongs to this call alone. */
export interface Claimed {
  readonly offerCall: OfferCall
  readonly input: OfferInput<unknown, unknown, unknown>
  readonly payment: Payment
  /** An authorization of a payer without code. */
  readonly plain?: boolean
}

/** The offer has answered. */
export interface Ran extends Claimed {
  readonly run: Answered | Streaming
}

/** The answer is stored with its payment. */
export interface Served extends Claimed {
  /** The answer of this call; null where the ledger holds that of an earlier one. */
  readonly answer: StoredAnswer | null
  /** The answer is sent while it is made. */
  readonly stream?: AnswerStream
}

/** The payment is settled, or there was nothing to settle: the answer may go out. */
export type Settled = Served
