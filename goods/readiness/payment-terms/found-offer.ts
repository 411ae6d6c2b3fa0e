import type { Hex } from '../../../src/goods/kit/evm.ts'
import type { Fault } from './fault-table.ts'

export type TermsProtocol = 'x402-v2' | 'x402-v1' | 'mpp' | 'l402'

/** One offer of a 402, as far as it could be read. What is missing or malformed is null, and a fault says so. */
export interface FoundOffer {
  /** Where it stands: `x402-v2[0]`, `mpp[1]`. */
  readonly id: string
  readonly protocol: TermsProtocol
  /** The x402 scheme, or method and intent of MPP. */
  readonly scheme: string | null
  /** CAIP-2. */
  readonly network: string | null
  /** Lower case. */
  readonly asset: Hex | null
  /** Base units. */
  readonly amount: bigint | null
  /** As written, since its checksum counts. */
  readonly payTo: string | null
  readonly domain: { readonly name: string | null; readonly version: string | null } | null
  readonly maxTimeoutSeconds: number | null
  /** The address that the offer is for. */
  readonly resource: string | null
  /** What is sold, in the seller's words. */
  readonly description: string | null
  /** Milliseconds since the epoch. */
  readonly expiresAt: number | null
  readonly faults: readonly Fault[]
}

/** A 402 as it was received. Header names are in lower case; several values of one header are a list. */
export interface Received402 {
  readonly status: number
  readonly headers: ReadonlyMap<string, readonly string[]>
  /** Null where there was none or it was too long. */
  readonly body: string | null
  /** The address that answered; null for a 402 that a caller pasted without it. */
  readonly url: string | null
}

/** The offers of a 402, and what is wrong with the answer as a whole. */
export interface FoundTerms {
  readonly offers: readonly FoundOffer[]
  readonly faults: readonly Fault[]
}
