import type { NetworkId } from '../../chain/chain.ts'
import type { Hex } from '../../shared/bytes.ts'
import type { Refusal } from '../../shared/refusal.ts'
import type { ReceivedCredential } from './received-credential.ts'
import { isOfPayment } from './refusals.ts'

/** The headers of a request: names in any case, several values of one name joined by ", " (as in fetch). */
export interface HeaderReader {
  get(name: string): string | null
}

export type CredentialReading =
  | { readonly kind: 'none' }
  | { readonly kind: 'credential'; readonly credential: ReceivedCredential }
  /** It can't be read. For MPP the refusal is a 402, since its draft wants a fresh challenge as the answer. */
  | { readonly kind: 'refused'; readonly refusal: Refusal }

/** Whether the caller pays by MPP, as far as that can be read. */
export function isMpp(reading: CredentialReading): boolean {
  if (reading.kind === 'credential') return reading.credential.kind === 'mpp'
  return reading.kind === 'refused' && isOfPayment(reading.refusal)
}

/** The facts about a payment for the receipt headers of an answer. */
export type ReceiptFacts = { readonly network: NetworkId; readonly payer: Hex } & (
  | { readonly kind: 'settled'; readonly transaction: Hex; readonly amount: bigint }
  /** A free first call, or an uncharged answer: nothing was settled. */
  | { readonly kind: 'uncharged' }
  /** Answered before its settlement, which goes on. `receipt` is its id. */
  | { readonly kind: 'pending'; readonly amount: bigint; readonly receipt: string }
  /** Refused for good, or `settlement_pending`; `reason` is an x402 error string. */
  | { readonly kind: 'failed'; readonly transaction: Hex | null; readonly reason: string }
)

/** A header value that may be a credential, or one of several values of one header. */
export interface CarriedText {
  /** As it is named in the documentation. */
  readonly header: string
  /** Without the name of an authentication scheme; may be empty. */
  readonly text: string
}

/** One way to send a payment in HTTP headers. */
export interface PaymentProtocol {
  readonly name: string
  /** Every credential of this protocol in the request; empty when there is none. */
  carried(headers: HeaderReader): readonly CarriedText[]
  /** Never throws. */
  read(carried: CarriedText): CredentialReading
}
