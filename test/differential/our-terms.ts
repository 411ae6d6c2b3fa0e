import type { Chains } from '../../src/chain/chain.ts'
import { createChallenges } from '../../src/surfaces/payment/challenges.ts'
import { prepareInput } from '../../src/gate/input/prepared-input.ts'
import type { TermsOfSale } from '../../src/gate/terms/terms.ts'
import { priceOf, type AnyOffer } from '../../src/offers/offer.ts'
import type { Hex } from '../../src/shared/bytes.ts'

/** An entry of `accepts` in version 2. */
export interface Requirement {
  readonly scheme: string
  readonly network: string
  readonly amount: string
  readonly asset: Hex
  readonly payTo: Hex
  readonly maxTimeoutSeconds: number
  readonly extra: Readonly<Record<string, string>>
}

/** The terms of our 402 in both versions. Both sides get the same terms. */
export interface OurTerms {
  readonly v2: Requirement
  /** Null where version 1 has no name for the network. */
  readonly v1: (Omit<Requirement, 'amount'> & { readonly maxAmountRequired: string }) | null
}

/** Reads the terms from our own 402, as a client would. */
export function ourTerms(parts: { readonly chains: Chains; readonly terms: TermsOfSale; readonly offer: AnyOffer }): OurTerms {
  const { chains, terms, offer } = parts
  const mppHeaders = { issuer: () => ({ issue: () => ({ header: '' }) as never }), header: () => '' }
  const challenges = createChallenges({
    networks: new Map([...chains].map(([id, { network }]) => [id, network])),
    payTo: terms.payTo,
    accepted: [...terms.accepted.keys()],
    publicUrl: 'http://seller.test',
    sandbox: true,
    bareHashes: true,
    mppHeaders,
  })
  const input = prepareInput(offer, { path: {}, query: {}, body: undefined })
  const asked = { offer, input, offered: terms.offered(priceOf(offer)) }
  const ask = (version1: boolean) =>
    challenges.challenge(asked, null, {
      network: null,
      acceptPayment: null,
      version1,
      mpp: false,
    })!
  const { headers } = ask(false)
  const required = JSON.parse(Buffer.from(headers['PAYMENT-REQUIRED'] ?? '', 'base64').toString('utf8')) as { accepts: Requirement[] }
  const body = JSON.parse(Buffer.from(ask(true).body).toString('utf8')) as { x402Version: number; accepts: NonNullable<OurTerms['v1']>[] }
  return { v2: required.accepts[0]!, v1: body.x402Version === 1 ? (body.accepts[0] ?? null) : null }
}
