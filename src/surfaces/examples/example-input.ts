import type { AnyOffer } from '../../offers/offer.ts'

/** A network for payments, with the facts that clients need. */
export interface PayingNetwork {
  /** CAIP-2 */
  readonly id: string
  readonly name: string
  /** The canonical USDC contract. */
  readonly asset: string
  /** EIP-712 domain of the asset. */
  readonly domain: { readonly name: string; readonly version: string }
}

/** The input of an example: an offer with its worked example, and the service that sells it. */
export interface ExampleInput {
  readonly offer: AnyOffer
  /** Absolute base address, without a slash at the end. */
  readonly baseUrl: string
  /** A sandbox lends a wallet; otherwise the caller's key is in `WALLET_KEY`. */
  readonly sandbox: boolean
  /** The network of the first terms in a 402; null when the service settles nothing and payers send their transfers themselves. */
  readonly network: PayingNetwork | null
  /** Free calls that a client address has per UTC day on all quota routes together. */
  readonly freeCallsPerDay: number
}
