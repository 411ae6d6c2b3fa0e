import type { NetworkId } from '../chain/chain.ts'
import type { UpstreamResponse } from '../net/exchange.ts'
import type { Hex } from '../shared/bytes.ts'
import type { PayingAccount } from './account.ts'

/** The request header that proves the payment. */
export interface Credential {
  readonly header: 'PAYMENT-SIGNATURE' | 'Authorization' | 'Payment-Authorization'
  readonly value: string
}

/** A transaction of the payer's own, signed but not sent. */
export interface OwnTransaction {
  readonly hash: Hex
  /** Sends it and waits for it: null when it is mined or may still be mined, else why nothing was paid. Never throws. */
  pay(): Promise<string | null>
}

export interface SignedPayment {
  readonly credential: Credential
  /** Null where the service settles. */
  readonly transaction: OwnTransaction | null
}

/** What a payment needs from the call that it pays. */
export interface SigningContext {
  readonly account: PayingAccount
  readonly idempotencyKey: string
  /** Whether the call has an Authorization header of its own. */
  readonly authorizationTaken: boolean
  /** The node for a transaction. @throws PaymentDeclined `no_chain` */
  rpcUrl(network: NetworkId): Promise<string>
}

/** Terms of a 402 that can be paid, on the network that will be paid on. Nothing is signed yet. */
export interface PayableTerms {
  readonly network: NetworkId
  /** Base units. */
  readonly amount: bigint
  /** Signs for exactly these terms. @throws PaymentDeclined when that can't be done */
  sign(context: SigningContext): Promise<SignedPayment>
}

/** One way of paying a call; `pay.ts` decides whether to pay, and sends it. */
export interface WayOfPaying {
  /** Headers with which the first request asks for terms that can be paid this way. */
  askFor(network: NetworkId | null): Readonly<Record<string, string>>
  /** Reads a 402, for the wanted network if there is one. @throws PaymentDeclined `not_payable` */
  readTerms(answer: UpstreamResponse, wanted: NetworkId | null): PayableTerms
}
