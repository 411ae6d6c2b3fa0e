import { priceOf, type AnyOffer } from '../../offer.ts'
import { formatUsd } from '../../shared/money.ts'

/** All that the discovery documents are made of. */
export interface ServiceFacts {
  readonly offers: readonly AnyOffer[]
  /** In the order of the 402: the first one that settles is asked for unless the caller names another. */
  readonly networks: readonly FactsOfNetwork[]
  /** Absolute base address, without a slash at the end. */
  readonly publicUrl: string
  /** Free calls that a client address has per UTC day on all quota routes together. */
  readonly freeCallsPerDay: number
  /** Answers are made from stand-in data and payments are play money. */
  readonly simulated: boolean
  /** Of this software. */
  readonly version: string
  /** URIs (`mailto:` or `https:`) under which people reach the operator, the first choice first; may be empty. */
  readonly contacts: readonly string[]
  /** EIP-191 signatures of the public URL's origin by the address that is paid. */
  readonly ownershipProofs: readonly string[]
  /** The service in ERC-8004 registries. */
  readonly identities: readonly FactsOfIdentity[]
}

export interface FactsOfIdentity {
  /** `eip155:8453:0x…` */
  readonly agentRegistry: string
  readonly agentId: number
}

export const serviceName = 'Farthing'

/** What the service is, in a sentence, as every document says it. */
export function serviceDescription({ simulated }: Pick<ServiceFacts, 'simulated'>): string {
  return `Data for software agents, sold by the call for USDC over HTTP 402: no account, no API key.${
    simulated ? ' This is a sandbox: answers are simulated and payments are play money.' : ''
  }`
}

export interface FactsOfNetwork {
  /** CAIP-2 */
  readonly id: string
  readonly name: string
  /** The canonical USDC contract. */
  readonly asset: string
  /** Whether we send what a payer signed; elsewhere payers send their transfers themselves. */
  readonly settles: boolean
}

/** What a call costs, in words. */
export function priceInWords(offer: AnyOffer, freeCallsPerDay: number): string {
  switch (offer.access.kind) {
    case 'free':
      return 'free'
    case 'daily-quota':
      return `${freeCallsPerDay} calls a day free for each client address on all such routes together, then $${formatUsd(priceOf(offer))}`
    case 'fixed':
      return `$${formatUsd(priceOf(offer))}`
  }
}
