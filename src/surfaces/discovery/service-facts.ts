import type { AnyOffer } from '../../offers/offer.ts'
import { dollarsAndHow, dollarsOf } from '../../offers/price-in-words.ts'

/** The data of the discovery documents. */
export interface ServiceFacts {
  /** What the service is called; its software's name unless given. */
  readonly name?: string | undefined
  /** What it is about, in a sentence or two; `Data for software agents` unless given. */
  readonly description?: string | undefined
  readonly offers: readonly AnyOffer[]
  /** In the order of the 402: terms name the first one that settles unless the caller names another. */
  readonly networks: readonly FactsOfNetwork[]
  /** The address that payments go to. */
  readonly payTo: string
  /** Absolute base address, without a slash at the end. */
  readonly publicUrl: string
  /** Free calls that a client address has per UTC day on all quota routes together. */
  readonly freeCallsPerDay: number
  /** Answers use simulated data. */
  readonly simulated: boolean
  /** Payments are play money: the service is a sandbox, whose data may be real all the same. */
  readonly playMoney: boolean
  /** Version of this software. */
  readonly version: string
  /** Contact URIs of the operator (`mailto:` or `https:`), the first choice first; may be empty. */
  readonly contacts: readonly string[]
  /** Addresses of the pages for the law; null where the operator has not named itself. */
  readonly legal: { readonly terms: string; readonly privacy: string; readonly refunds: string } | null
  /** EIP-191 signatures of the public URL's origin by the address that receives payments. */
  readonly ownershipProofs: readonly string[]
  /** Identities of the service in ERC-8004 registries. */
  readonly identities: readonly FactsOfIdentity[]
}

export interface FactsOfIdentity {
  /** `eip155:8453:0x…` */
  readonly agentRegistry: string
  readonly agentId: number
}

const softwareName = 'Farthing'

export function serviceName({ name }: Pick<ServiceFacts, 'name'>): string {
  return name ?? softwareName
}

/** One sentence about the service, used in every document. */
export function serviceDescription({
  description,
  simulated,
  playMoney,
}: Pick<ServiceFacts, 'description' | 'simulated' | 'playMoney'>): string {
  const sold = 'sold by the call for USDC over HTTP 402: no account, no API key.'
  return `${description === undefined ? `Data for software agents, ${sold}` : `${endedSentence(description)} It is ${sold}`}${
    playMoney ? ` This is a sandbox: answers ${simulated ? 'are simulated' : 'come from real data'} and payments are play money.` : ''
  }`
}

function endedSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}

export interface FactsOfNetwork {
  /** CAIP-2 */
  readonly id: string
  readonly name: string
  /** The canonical USDC contract. */
  readonly asset: string
  /** Whether the service settles signed authorizations; otherwise payers send their transfers themselves. */
  readonly settles: boolean
}

/** The price of a call, in words. */
export function priceInWords(offer: AnyOffer, freeCallsPerDay: number): string {
  switch (offer.access.kind) {
    case 'free':
      return 'free'
    case 'daily-quota':
      return `${freeCallsPerDay} free calls per day and client address on all such routes together, then ${dollarsOf(offer)}`
    case 'fixed':
      return dollarsOf(offer)
    case 'computed':
      return dollarsAndHow(offer)
  }
}
