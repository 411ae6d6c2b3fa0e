import type { Problem } from '../shared/problems.ts'
import type { Credential } from './credential.ts'

/** What we need of a request's headers: names without case, several of one name joined by ", " (as fetch has it). */
export interface HeaderReader {
  get(name: string): string | null
}

export type CredentialReading =
  | { readonly kind: 'none' }
  | { readonly kind: 'credential'; readonly credential: Credential }
  | { readonly kind: 'problem'; readonly problem: Problem }

/** What of a charge goes on the receipt headers of an answer. */
export interface ReceiptFacts {
  readonly receiptId: string
  readonly network: string
  /** Lower-case address. */
  readonly payer: string
  /** Hash of the settling transaction; null when nothing was settled (free or uncharged). */
  readonly transaction: string | null
  /** Base units really charged. */
  readonly amount: bigint
  /** A stable code when the payment was refused for good; the answer is withheld then. */
  readonly refused: string | null
}

/** What a protocol adds to a 402: headers, and members of the body as JSON text without braces (`"mpp":{…}`). */
export interface ChallengePart {
  readonly headers: Readonly<Record<string, string>>
  readonly bodyMembers: string
}

/**
 * One way of asking for money and proving it on the wire. x402 is the first; a second one stands beside it and
 * ends in the same normal form of a payment (`credential.ts`). `Terms` is what it needs per offer and price.
 */
export interface PaymentProtocol<Terms> {
  readonly name: string
  /** The value of this protocol's credential header, null when the request has none. */
  credentialOf(headers: HeaderReader): string | null
  readCredential(value: string): CredentialReading
  challenge(terms: Terms, url: string): ChallengePart
  receiptHeaders(facts: ReceiptFacts): Record<string, string>
}
