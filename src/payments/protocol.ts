import type { NetworkId } from '../chain/chain.ts'
import type { Hex } from '../shared/bytes.ts'
import type { Problem } from '../shared/problems.ts'
import type { MalformedCredential } from './mpp/credential.ts'
import type { ReceivedCredential } from './received-credential.ts'

/** What we need of a request's headers: names without case, several of one name joined by ", " (as fetch has it). */
export interface HeaderReader {
  get(name: string): string | null
}

export type CredentialReading =
  | { readonly kind: 'none' }
  | { readonly kind: 'credential'; readonly credential: ReceivedCredential }
  /** An MPP credential that can't be read: its draft answers with a fresh challenge. */
  | { readonly kind: 'malformed'; readonly fault: MalformedCredential }
  | { readonly kind: 'problem'; readonly problem: Problem }

/** What of a payment goes on the receipt headers of an answer. */
export type ReceiptFacts = { readonly receiptId: string; readonly network: NetworkId; readonly payer: Hex } & (
  | { readonly kind: 'settled'; readonly transaction: Hex; readonly amount: bigint }
  /** The first call free, or an uncharged answer: nothing was settled. */
  | { readonly kind: 'uncharged' }
  /** Refused for good, or `settlement_pending`; `reason` is an x402 error string. */
  | { readonly kind: 'failed'; readonly transaction: Hex | null; readonly reason: string }
)

/** One way of proving a payment on the wire. All end in the same normal form of a payment (`credential.ts`). */
export interface PaymentProtocol {
  readonly name: string
  /** Names of the headers in which its credential came, as they are written in documentation; empty when there is none. */
  credentialHeaders(headers: HeaderReader): readonly string[]
  /** Reads the credential when `credentialHeaders` found exactly one. Never throws. */
  readCredential(headers: HeaderReader): CredentialReading
}
