import type { AnyOffer } from '../../offer.ts'

/** A network that is paid on, as clients must know it. */
export interface PayingNetwork {
  /** CAIP-2 */
  readonly id: string
  readonly name: string
  /** The canonical USDC contract. */
  readonly asset: string
  /** EIP-712 domain of the asset. */
  readonly domain: { readonly name: string; readonly version: string }
}

/** What an example is made from: an offer with its worked example, and where it is sold. */
export interface ExampleInput {
  readonly offer: AnyOffer
  /** Absolute base address, without a slash at the end. */
  readonly baseUrl: string
  /** A sandbox lends a wallet; elsewhere the caller's key stands in `WALLET_KEY`. */
  readonly sandbox: boolean
  /** The network of the first terms in a 402; null where nothing is settled, and payers send their transfers themselves. */
  readonly network: PayingNetwork | null
  /** Free calls that a client address has per UTC day on all quota routes together. */
  readonly freeCallsPerDay: number
}
